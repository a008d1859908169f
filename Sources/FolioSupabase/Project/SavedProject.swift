/// The key and the session of a project in files of the user, as `folio login` keeps them.
///
/// - `FOLIO_SUPABASE_KEY` is the key. Otherwise it is in the file `HOST.key`.
/// - `FOLIO_SUPABASE_SESSION` is the path of the session. Otherwise it is in the file
///   `HOST.session`.
/// - The files are in the folder `folio` of `XDG_CONFIG_HOME`, or of `~/.config`.
package struct SavedProject: Sendable {
  /// The variables that are read.
  package static let variables = ["FOLIO_SUPABASE_KEY", "FOLIO_SUPABASE_SESSION"]

  /// The project.
  package let address: ProjectAddress
  private let folder: String

  /// Names the files of a project.
  /// - Throws: `unavailable` if no variable says where the files of the user are.
  package init(_ address: ProjectAddress) throws(StoreFailure) {
    self.address = address
    if let folder = Self.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      self.folder = "\(folder)/folio"
    } else if let home = Self.variable("HOME") {
      folder = "\(home)/.config/folio"
    } else {
      throw .unavailable("\(address.base): HOME is not set, so the session has no place")
    }
  }

  /// Names the files of a project by its address.
  package init(_ url: String) throws(StoreFailure) {
    try self.init(SupabaseProject.parsed(url))
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var keyPath: String { "\(folder)/\(address.fileName).key" }

  /// The path of the session.
  package var sessionPath: String {
    Self.variable("FOLIO_SUPABASE_SESSION") ?? "\(folder)/\(address.fileName).session"
  }

  /// The project with its key and its session.
  /// - Throws: `unauthorized` if the key is missing or a secret one; `unsupported` if this Folio
  ///   was built without Supabase.
  package func project() throws(StoreFailure) -> SupabaseProject {
    let keeper = FileSessionKeeper(sessionPath)
    guard let key = try key() else {
      throw .unauthorized(
        "\(address.base): the key of the project is missing; set FOLIO_SUPABASE_KEY to the "
          + "publishable key")
    }
    return try SupabaseProject(url: address.base, key: key, keeper: keeper)
  }

  private func key() throws(StoreFailure) -> String? {
    if let key = Self.variable("FOLIO_SUPABASE_KEY") { return key }
    let bytes = try AtomicFile(keyPath).read() ?? []
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Keeps the key, so that later commands need no variable. It makes the folder, which only its
  /// owner can read.
  package func saveKey() throws(StoreFailure) {
    try makeFolder()
    guard let key = Self.variable("FOLIO_SUPABASE_KEY") else { return }
    try AtomicFile(keyPath).replace(with: Array("\(key)\n".utf8), isPrivate: true)
  }

  /// Makes the folder of the files.
  private func makeFolder() throws(StoreFailure) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST || errno == EISDIR { continue }
      // A folder above may belong to others, and be there.
      if unsafe access(path, F_OK) == 0 { continue }
      throw .unavailable("\(path): the folder cannot be made")
    }
  }
}
