/// The address of a store: `file:ledger.folio`, `memory:`, or, with the products FolioSQLite and
/// FolioPostgres, `sqlite:ledger.db` and `postgres://host/database`.
public struct StoreAddress: Sendable, Hashable {
  /// The kind of the store.
  public let kind: StoreKind
  /// The part after the colon: a path, or any text for `memory`.
  public let path: String
  /// The path of a copy of a ledger in a server, for a program that opens the store again and
  /// again (Specs/decisions/sync.md); nil for none.
  package var copy: String?

  /// The address as written, with a password if it has one. Show `shown` instead.
  public var text: String { "\(kind.name):\(path)" }

  /// The address as it may be shown: without passwords.
  public var shown: String { "\(kind.name):\(kind.shown(path))" }

  /// The user whose ledger the store is; nil if the address does not say.
  package var user: String? { kind.user(path) }

  /// The address of the ledger of the user who is signed in now. It stays that user's ledger,
  /// whoever signs in later.
  /// - Throws: `unauthorized` if the store is a user's and nobody is signed in.
  package func resolved() throws(StoreFailure) -> StoreAddress {
    StoreAddress(kind, path: try kind.resolved(path))
  }

  /// A hash of the address as eight hexadecimal digits, for use in file names. It does not depend
  /// on passwords.
  package var tag: String {
    let text = "\(kind.name):\(kind.identity(path))"
    return String(decoding: Checksum.digits(Checksum.crc32(Array(text.utf8)[...])), as: UTF8.self)
  }

  /// Parses an address; nil for any other text, such as the path of a ledger.
  public init?(_ text: String, kinds: [StoreKind] = StoreKind.builtIn) {
    guard let colon = text.firstIndex(of: ":"),
      let kind = kinds.first(where: { $0.name == text[..<colon] })
    else { return nil }
    let path = String(text[text.index(after: colon)...])
    if path.isEmpty && kind != .memory { return nil }
    self.init(kind, path: path)
  }

  package init(_ kind: StoreKind, path: String) {
    self.kind = kind
    self.path = path
  }
}
