/// The address of a Supabase project, or of another server with the same interface:
/// `https://host[:port][/path]`, optionally with the user whose ledger it is (`?folio_user=ID`).
///
/// `http` is for this machine alone, because it has no encryption.
package struct ProjectAddress: Sendable, Hashable {
  /// The address without user and password, query and final slash.
  package let base: String
  /// The user whose ledger it is; nil for whoever is signed in.
  package var user: String?

  /// Why a text is no address of a project.
  package struct Problem: Error, Sendable, Hashable {
    /// One sentence, without a full stop.
    package var reason: String
  }

  private static let mark = "folio_user="

  /// Parses an address with its scheme.
  package init(_ text: String) throws(Problem) {
    guard let end = text.firstRange(of: "://") else {
      throw Problem(reason: "the address does not begin with https://")
    }
    let scheme = text[..<end.lowerBound].lowercased()
    let rest = text[end.upperBound...]
    if rest.contains("#") { throw Problem(reason: "the address contains '#'") }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var place = parts[0]
    if place.contains("@") {
      throw Problem(reason: "the address contains a user or a password, which it cannot have")
    }
    guard place.utf8.allSatisfy(Self.isOrdinary) else {
      throw Problem(reason: "the address contains a character that is not allowed there")
    }
    while place.last == "/" { place.removeLast() }
    let host = Self.host(of: place)
    if host.isEmpty { throw Problem(reason: "the address has no host") }
    switch scheme {
    case "https": break
    case "http" where ["127.0.0.1", "localhost", "[::1]"].contains(host): break
    case "http": throw Problem(reason: "the address begins with http://, which has no encryption")
    default: throw Problem(reason: "the address does not begin with https://")
    }
    base = "\(scheme)://\(host)\(place.dropFirst(host.utf8.count))"
    user = try parts.count < 2 ? nil : Self.user(parts[1])
  }

  /// The address with its user.
  package var text: String {
    base + (user.map { "?\(Self.mark)\(PercentCoding.encoded($0))" } ?? "")
  }

  /// The host with its port, for file names.
  package var fileName: String {
    let place = base[(base.firstRange(of: "://")?.upperBound ?? base.startIndex)...]
    let isPlain: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
    return String(place.map { isPlain($0) ? $0 : "_" })
  }

  private static func user(_ query: Substring) throws(Problem) -> String {
    guard query.hasPrefix(mark), !query.contains("&"),
      let user = PercentCoding.decoded(query.dropFirst(mark.count)), !user.isEmpty
    else {
      throw Problem(reason: "the address has a query other than \(mark)ID")
    }
    return user
  }

  private static func host(of place: Substring) -> String {
    let authority = place.prefix { $0 != "/" }
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { return "" }
      return authority[...end].lowercased()
    }
    return authority.prefix { $0 != ":" }.lowercased()
  }

  private static func isOrdinary(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:/[]%".utf8.contains(byte)
    }
  }
}
