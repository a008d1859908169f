import FolioInterchange

/// A ledger document on its way into a store.
public struct StoreInput: Sendable {
  /// The document in UTF-8, JSON or NDJSON.
  public var bytes: [UInt8]
  /// What faults call it.
  public var name: String

  /// A document held in memory.
  public init(_ bytes: [UInt8], name: String = "input") {
    self.bytes = bytes
    self.name = name
  }

  /// A document in a string.
  public init(_ text: String, name: String = "input") {
    self.init(Array(text.utf8), name: name)
  }
}

/// How a store hands out its document.
public typealias DocumentLayout = LedgerWriter.Layout
