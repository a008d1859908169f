/// A file format of another program: its name, how to recognize it, and how to read it.
///
/// To add a format, write a file with one value of this type and add it to `formats`, or to the
/// list of your program. Specs/architecture.md describes the steps.
///
/// An importer only describes what a file says: it gives groups whose instruments are keys, and
/// says what happened to each row. `ImportDraft` does the rest: ids, symbols, files that overlap,
/// questions, the check and the proof that nothing was lost.
public struct Importer: Sendable {
  /// How sure it is that a file has the format.
  public enum Confidence: Int, Sendable, Comparable {
    /// It is another format.
    case none
    /// The file could be read, but another format may fit better.
    case possible
    /// The file has what only this format has.
    case certain

    /// Orders by certainty.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The stable name, which is part of the ids of groups.
  public let name: String
  /// A description that completes a sentence beginning with the name.
  public let meaning: String
  private let recognize: @Sendable (ImportSource) -> Confidence
  private let readSource: @Sendable (ImportSource, inout ImportDraft) -> Void

  /// Creates a format.
  /// - Parameters:
  ///   - recognize: Decides from the content. It must be fast: every format is asked.
  ///   - read: Reads the whole file into a draft. It reports faults there.
  public init(
    name: String, meaning: String,
    recognize: @escaping @Sendable (ImportSource) -> Confidence,
    read: @escaping @Sendable (ImportSource, inout ImportDraft) -> Void
  ) {
    self.name = name
    self.meaning = meaning
    self.recognize = recognize
    readSource = read
  }

  /// How sure it is that a file has this format.
  public func confidence(in source: ImportSource) -> Confidence { recognize(source) }

  /// Reads a file into a draft, which knows the file already.
  func read(_ source: ImportSource, _ draft: inout ImportDraft) { readSource(source, &draft) }

  /// The formats in this module, in the order in which they are asked.
  public static let builtIn: [Importer] = formats + RuleSet.builtIn.map { Importer($0) }

  /// The formats with a reader of their own, each in a file of the folder Formats.
  public static let formats: [Importer] = [
    folioLedger, folioCSV, portfolioPerformanceXML, ibkrFlex, ghostfolio, beancount,
    ledgerJournal,
  ]
}
