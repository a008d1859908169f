/// The user whose ledger a store on this device is. It is known once the store was connected with a
/// server that has users, and kept in the file `PATH.sync-owner`.
///
/// Another user neither sees the store nor uploads it (Specs/supabase.md).
package struct StoreOwner: Sendable {
  private let address: StoreAddress
  private let file: AtomicFile

  /// The owner of a store; nil for a store without files, which ends with the program.
  package init?(of address: StoreAddress) {
    if !address.kind.hasFiles { return nil }
    self.address = address
    file = AtomicFile("\(address.path).sync-owner")
  }

  /// The id of the user; nil if the store is nobody's yet.
  package func user() throws(StoreFailure) -> String? {
    guard let bytes = try file.read() else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    // The store is somebody's, even if the name is damaged.
    return String(decoding: line, as: UTF8.self)
  }

  /// Makes a store that is nobody's the store of a user.
  /// - Throws: `unauthorized` if it is another user's.
  package func claim(for user: String) throws(StoreFailure) {
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    try check(user)
    if try self.user() == nil { try file.replace(with: Array("\(user)\n".utf8)) }
  }

  /// Refuses a store of another user.
  /// - Throws: `unauthorized`.
  package func check(_ user: String) throws(StoreFailure) {
    guard let owner = try self.user(), owner != user else { return }
    throw .unauthorized(
      "\(address.shown) has the ledger of another user than the one who is signed in; sign in as "
        + "that user, or use another file")
  }

  /// The store of a user on this device: this one if it is nobody's or the user's, and otherwise
  /// one beside it.
  /// - Parameter user: nil if nobody is signed in.
  package func place(for user: String?) throws(StoreFailure) -> StoreAddress {
    let owner = try self.user()
    if owner == nil || owner == user { return address }
    let mark = user.map { "-\(Self.plain($0))" } ?? "+signed-out"
    let path = address.path
    let name = path.lastPathComponent
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return StoreAddress(address.kind, path: path + mark)
    }
    let start = path.dropLast(name.count)
    return StoreAddress(address.kind, path: "\(start)\(name[..<dot])\(mark)\(name[dot...])")
  }

  /// An id as a part of a file name. Different ids have different names.
  private static func plain(_ id: String) -> String {
    var text = ""
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }
}
