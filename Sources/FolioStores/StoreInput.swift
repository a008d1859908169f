/// A ledger document to store.
public struct StoreInput: Sendable {
  /// The document as UTF-8, in JSON or NDJSON.
  public var bytes: [UInt8]
  /// The name of the document in diagnostics.
  public var name: String
  /// Whether the document comes from a store, which an earlier version may have written.
  package var isStored = false
  /// The number of its first line in the document of the store.
  var firstLine = 1
  /// Makes the path of a file that its settings name relative to the folder of the store; nil if
  /// both are in one folder.
  package var relocation: (@Sendable (String) -> String)?
  /// What the bytes are, if they are no ledger document.
  package var quotes: Quotes?

  /// A file of prices or exchange rates, whose rows are stored.
  package enum Quotes: Sendable {
    /// Prices; those without a currency, a day or an instrument get these.
    case prices(currency: Currency?, day: Day?, symbol: String?)
    case rates
  }

  /// Creates an input from bytes.
  public init(_ bytes: [UInt8], name: String = "input") {
    self.bytes = bytes
    self.name = name
  }

  /// Creates an input from a string.
  public init(_ text: String, name: String = "input") {
    self.init(Array(text.utf8), name: name)
  }
}

extension StoreInput {
  /// The id of the only group of the document; nil if there is none, or more than one.
  package var groupID: String? {
    let tables = StoreCheck.draft([self]).tables
    return tables.groups.count == 1 ? tables.text(tables.groups[0].id) : nil
  }

  /// Whether the document has accounts or instruments, and no group.
  package var hasOnlyRows: Bool {
    let tables = StoreCheck.draft([self]).tables
    return tables.groups.isEmpty && !(tables.cashAccounts.isEmpty && tables.instruments.isEmpty)
  }

  /// The contents of a store.
  static func stored(_ bytes: [UInt8], name: String, firstLine: Int = 1) -> StoreInput {
    var input = StoreInput(bytes, name: name)
    input.isStored = true
    input.firstLine = firstLine
    return input
  }
}

/// The layout in which a store returns its document.
public typealias DocumentLayout = LedgerWriter.Layout
