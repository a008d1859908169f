import Folio

/// A question that a file leaves open, such as the cost of units that were received.
public struct ImportQuestion: Sendable, Hashable, Identifiable {
  /// A value that is asked for.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// What the units cost, in the currency of the question.
    case cost
    /// The day on which the units were acquired.
    case acquired
    /// The share of the cost that moves to the new units, from 0 to 1.
    case basisFraction = "basis_fraction"
    /// New units for old ones, such as `4:1`.
    case ratio
    /// A number of units.
    case quantity
    /// The symbol of an instrument.
    case symbol
  }

  /// The id, which is the same in every import of the row.
  public var id: String
  /// The question as a sentence.
  public var text: String
  /// The values that are asked for.
  public var fields: [Field]
  /// The currency of amounts.
  public var currency: Currency?
  /// The row that raises it.
  public var position = SourcePosition.none

  /// Creates a question.
  /// - Parameter id: Made of what the row says, such as `cost US0378331005 2024-03-01 10`.
  package init(id: String, text: String, fields: [Field], currency: Currency? = nil) {
    self.id = id
    self.text = text
    self.fields = fields
    self.currency = currency
  }
}

/// Answers to questions, as a file has them.
///
/// The file is JSON: `{"format": "folio-answers/1", "answers": [{"id": "...", "cost": "12.50"}]}`.
public struct ImportAnswers: Sendable, Hashable {
  private var values: [String: [ImportQuestion.Field: String]] = [:]

  /// No answers.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { values.isEmpty }

  /// The answer to a question; `nil` unless all its fields are filled in.
  package func answer(to question: ImportQuestion) -> ImportAnswer? {
    guard let given = values[question.id], question.fields.allSatisfy({ given[$0] != nil }) else {
      return nil
    }
    return ImportAnswer(values: given)
  }

  /// Reads a file of answers. Fields that are `null` or empty are not answered.
  /// - Throws: All faults of the file.
  public init(reading bytes: [UInt8], name: String) throws(LedgerFaults) {
    let source = SourceFile(name: name, contents: bytes)
    func fault(_ message: String, _ help: String, _ place: Int) -> LedgerFaults {
      let place = SourcePosition(file: 0, offset: place)
      return LedgerFaults(
        [Diagnostic(.unreadableRule, message, help: help, at: place)], sources: [source])
    }
    let root: JSONNode
    do throws(Diagnostic) {
      root = try JSONNode.parse(bytes)
    } catch {
      throw LedgerFaults([error], sources: [source])
    }
    guard case .array(let rows)? = root["answers"]?.content else {
      throw fault(
        "the file has no list \"answers\"",
        "Let an import write it with --answers FILE, and fill it in.", 0)
    }
    for row in rows {
      guard let id = row["id"]?.string else {
        throw fault(
          "the answer has no id", "Keep the id that the import wrote.", row.range.lowerBound)
      }
      var given: [ImportQuestion.Field: String] = [:]
      for field in ImportQuestion.Field.allCases {
        let text = row[field.rawValue]?.stringOrNumber ?? ""
        if !text.isEmpty { given[field] = text }
      }
      values[id] = given
    }
  }

  /// The file with these questions, to be filled in. Answers that were given are kept.
  public func file(asking questions: [ImportQuestion]) -> [UInt8] {
    var text = JSONText()
    text.raw("{\n  \"format\": \"folio-answers/1\",\n  \"answers\": [")
    let asked = Set(questions.map(\.id))
    var isFirst = true
    func begin() {
      text.raw(isFirst ? "\n    {" : ",\n    {")
      text.startOver()
      isFirst = false
    }
    for id in values.keys.sorted() where !asked.contains(id) {
      begin()
      text.text("id", id.utf8)
      for field in ImportQuestion.Field.allCases {
        if let value = values[id]?[field] { text.text(field.rawValue, value.utf8) }
      }
      text.raw("}")
    }
    for question in questions {
      begin()
      text.text("id", question.id.utf8)
      text.text("question", question.text.utf8)
      if let currency = question.currency { text.text("currency", currency.code.utf8) }
      for field in question.fields {
        if let value = values[question.id]?[field] {
          text.text(field.rawValue, value.utf8)
        } else {
          text.json(field.rawValue.utf8, "null".utf8)
        }
      }
      text.raw("}")
    }
    text.raw(isFirst ? "]\n}\n" : "\n  ]\n}\n")
    return text.bytes
  }
}

/// The answer to one question.
package struct ImportAnswer: Sendable, Hashable {
  let values: [ImportQuestion.Field: String]

  /// The text of a field.
  package subscript(field: ImportQuestion.Field) -> String? { values[field] }

  /// A number; nil if it cannot be read.
  package func number(_ field: ImportQuestion.Field) -> ExactDecimal? {
    values[field].flatMap { try? ExactDecimal($0) }
  }

  /// A day; nil if it cannot be read.
  package func day(_ field: ImportQuestion.Field) -> Day? {
    values[field].flatMap { try? Day($0) }
  }
}

extension JSONNode {
  /// The text of a string; nil for any other value.
  package var string: String? {
    if case .string(let bytes) = content { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// The text of a string or the digits of a number; nil for any other value.
  package var stringOrNumber: String? {
    if case .number(let digits) = content { return String(decoding: digits, as: UTF8.self) }
    return string
  }
}
