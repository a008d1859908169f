/// Where a store lies, as people write it: `file:ledger.folio`, `sqlite:ledger.db`, `memory:`.
public struct StoreAddress: Sendable, Hashable {
  /// What lies there.
  public enum Kind: String, Sendable, CaseIterable {
    /// A journal in a file.
    case file
    /// A database of SQLite.
    case sqlite
    /// Nothing that lasts; for trying things out.
    case memory
  }

  /// What lies there.
  public let kind: Kind
  /// What stands after the colon: a path; with `memory` anything or nothing.
  public let path: String

  /// The address as it was written.
  public var text: String { "\(kind.rawValue):\(path)" }

  /// Eight digits that tell this address from others, for the name of a file.
  public var tag: String {
    String(decoding: Checksum.digits(Checksum.crc32(Array(text.utf8)[...])), as: UTF8.self)
  }

  /// Reads an address; nil for any other word, such as the path of a ledger.
  public init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    guard let kind = Kind(rawValue: String(text[..<colon])) else { return nil }
    let path = String(text[text.index(after: colon)...])
    if path.isEmpty && kind != .memory { return nil }
    self.kind = kind
    self.path = path
  }
}
