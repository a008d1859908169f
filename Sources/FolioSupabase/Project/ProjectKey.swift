/// The key of a project: one that is made to be in apps. It says which project a request is for,
/// and nothing of the user.
///
/// The server lets secret keys do everything, past row-level security. So they are refused here.
package struct ProjectKey: Sendable, Hashable {
  /// The key as the server expects it.
  package let text: String

  /// Why a key is refused. The text does not contain the key.
  package struct Problem: Error, Sendable, Hashable {
    package var reason: String
  }

  /// Checks a key.
  package init(_ text: String) throws(Problem) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Problem(reason: "the key of the project is empty, or contains a blank")
    }
    if text.hasPrefix("sb_secret_") || JSONWebToken(text)?.role == "service_role" {
      throw Problem(
        reason: "the key is one for servers, which passes row-level security; use the publishable "
          + "key of the project")
    }
    self.text = text
  }
}

extension ProjectKey: HidesSecret {
  /// A note in place of the key.
  package var description: String { "a key that is not shown" }
}

/// What a JSON Web Token says. Its signature is the server's to check.
struct JSONWebToken {
  /// The role of the database.
  let role: String?

  /// Reads the middle part of a token; nil if the text is no token.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Self.base64URL(parts[1]),
      let node = try? JSONNode.parse(bytes), case .object = node.content
    else { return nil }
    role = node["role"]?.string
  }

  private static func base64URL(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in text.utf8 {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="): continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
