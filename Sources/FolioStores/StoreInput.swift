import FolioInterchange

/// A ledger document to store.
public struct StoreInput: Sendable {
  /// The document as UTF-8, in JSON or NDJSON.
  public var bytes: [UInt8]
  /// The name of the document in diagnostics.
  public var name: String
  /// Whether the document comes from a store, which an earlier version may have written.
  package var isStored = false

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
  /// The contents of a store.
  static func stored(_ bytes: [UInt8], name: String) -> StoreInput {
    var input = StoreInput(bytes, name: name)
    input.isStored = true
    return input
  }
}

/// The layout in which a store returns its document.
public typealias DocumentLayout = LedgerWriter.Layout
