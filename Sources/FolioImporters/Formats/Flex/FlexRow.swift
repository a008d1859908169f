import Folio

/// A row of a Flex query: an element with attributes. Which attributes it has, the user chooses.
struct FlexRow: Sendable {
  /// The name of the element.
  var name: String
  var row: ImportRow
  private let bytes: [UInt8]
  private var values: [String: Range<Int>] = [:]

  init(_ tag: XMLTag, _ bytes: [UInt8], _ row: ImportRow) {
    self.bytes = bytes
    self.row = row
    name = String(decoding: bytes[tag.name], as: UTF8.self)
    for attribute in tag.attributes {
      values[String(decoding: bytes[attribute.name], as: UTF8.self)] = attribute.value
    }
  }

  /// The text of an attribute; empty if there is none, or if it stands for nothing.
  func text(_ name: String) throws(FieldFault) -> String {
    guard let range = values[name] else { return "" }
    do throws(XMLFault) {
      let text = try XMLText.decoded(bytes[range]).trimmingBlanks()
      return ["--", "-", "N/A", "n/a"].contains(text) ? "" : text
    } catch {
      throw FieldFault(error)
    }
  }

  /// The first text of some attributes that is not empty.
  func text(_ first: String, _ others: String...) throws(FieldFault) -> String {
    for name in [first] + others {
      let text = try text(name)
      if !text.isEmpty { return text }
    }
    return ""
  }

  /// The attributes with numbers that are plainly costs, and that nothing reads.
  var unreadCosts: [(text: String, name: String, range: Range<Int>)] {
    values.keys.sorted().compactMap { name in
      let words = name.lowercased()
      guard Self.costs.contains(where: words.contains),
        !Self.knownCosts.contains(name), !Self.partsOfCommission.contains(where: name.hasPrefix),
        let range = values[name], let text = try? text(name),
        let number = NumberText(text.utf8).value(.point), !number.isZero
      else { return nil }
      return (text, name, range)
    }
  }

  private static let costs = ["fee", "tax", "commission", "charge", "levy", "duty"]
  private static let knownCosts: Set<String> = ["taxes", "tax", "ibCommission", "commission"]
  /// What Interactive Brokers adds up to the commission.
  private static let partsOfCommission = ["broker", "thirdParty", "other"]

  /// Whether it has an attribute.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The bytes of an attribute.
  func range(_ name: String) -> Range<Int>? { values[name] }

  /// A number; nil if the attribute is missing or empty.
  func number(_ name: String) throws(FieldFault) -> ExactDecimal? {
    let text = try text(name)
    if text.isEmpty { return nil }
    if let number = try? ExactDecimal(text) { return number }
    if let number = NumberText(text.utf8).value(.point) { return number }
    throw FieldFault(
      "the \(name) \"\(text)\" is no number", help: "Run the Flex query again.", at: range(name))
  }

  /// The first number of some attributes.
  func number(_ first: String, _ others: String...) throws(FieldFault) -> ExactDecimal? {
    for name in [first] + others {
      if let number = try number(name) { return number }
    }
    return nil
  }

  /// A number that the row cannot do without.
  func required(_ name: String) throws(FieldFault) -> ExactDecimal {
    if let number = try number(name) { return number }
    throw missing(name)
  }

  /// The fault of a row without an attribute.
  func missing(_ name: String) -> FieldFault {
    FieldFault(
      "the \(self.name) has no \(name)",
      help: "Add the field to this section of the Flex query at Interactive Brokers, and run it "
        + "again.")
  }

  /// The currency of its amounts.
  func unit(_ name: String = "currency") throws(FieldFault) -> Currency.Unit {
    let code = try text(name)
    if let unit = Currency.nationalUnit(code) { return unit }
    if code.isEmpty { throw missing(name) }
    throw FieldFault(
      "\"\(code)\" is no code of a currency", help: "Run the Flex query again.", at: range(name))
  }

  /// The account, if the row names one.
  func account(else statement: String) throws(FieldFault) -> String {
    let account = try text("accountId")
    return account.isEmpty ? statement : account
  }

  /// The id of a transaction. Only digits are one: files that were made anonymous have words.
  func id(_ name: String) throws(FieldFault) -> String? {
    let text = try text(name)
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int64(text) != 0 && !text.isEmpty
      ? text : nil
  }

  /// The notes and codes, which semicolons separate.
  func codes() throws(FieldFault) -> Set<String> {
    let text = try text("notes", "code")
    return Set(text.split { $0 == ";" || $0 == "," }.map { String($0).trimmingBlanks() })
  }
}
