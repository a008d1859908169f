/// The address of a server: `https://host/path`, `postgres://host/name`. Folio has no client for
/// any, and says so; it knows them so that they are not taken for the name of a file.
public struct ServerAddress: Sendable, Hashable {
  /// What stands before `://`.
  public let scheme: String
  /// The address for people: without user, password, query and fragment, which may be secret.
  public let shown: String

  /// Reads an address; nil for any other word.
  public init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound]
    let isName = scheme.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isName, let first = scheme.first, first.isLetter else { return nil }
    var rest = text[mark.upperBound...]
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    // A password may hold a slash that nobody escaped: the last '@' is the one that counts.
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    self.scheme = scheme.lowercased()
    shown = "\(self.scheme)://\(rest)"
  }
}
