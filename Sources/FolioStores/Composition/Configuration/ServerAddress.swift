/// The address of a server that is no store: `https://host/path`.
///
/// No kind of store of the program is for it. The address is recognized in order to reject it,
/// instead of taking it for the name of a file.
package struct ServerAddress: Sendable, Hashable {
  /// The part before `://`, in lowercase.
  package let scheme: String
  /// The address without user, password, query and fragment, which may be secret.
  package let shown: String

  /// Parses an address. Returns `nil` if the text is not the address of a server.
  package init?(_ text: String) {
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
    // A password may contain an unescaped slash or '@', so the last '@' ends it.
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    self.scheme = scheme.lowercased()
    shown = "\(self.scheme)://\(rest)"
  }
}
