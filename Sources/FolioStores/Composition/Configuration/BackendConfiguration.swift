/// The configured addresses of the stores, as written.
///
/// An environment variable takes precedence over the configuration file.
public struct BackendConfiguration: Sendable, Hashable {
  /// An address and its source.
  public struct Setting: Sendable, Hashable {
    /// The address as written.
    public var text: String
    /// The source of the address.
    public var source: BackendSource

    /// Creates a setting.
    public init(_ text: String, _ source: BackendSource) {
      self.text = text
      self.source = source
    }
  }

  /// The environment variable for the address of the store.
  public static let storeVariable = "FOLIO_STORE"
  /// The environment variable for the address of the shared store.
  public static let remoteVariable = "FOLIO_REMOTE"
  /// The environment variable for the path of the configuration file.
  public static let fileVariable = "FOLIO_CONFIG"
  /// All environment variables that are read.
  public static let variables = [storeVariable, remoteVariable, fileVariable]

  /// The store of this device, or `nil` if none is configured.
  public var store: Setting?
  /// The store that devices share, or `nil` if none is configured.
  public var remote: Setting?

  /// Creates a configuration.
  public init(store: Setting? = nil, remote: Setting? = nil) {
    self.store = store
    self.remote = remote
  }

  /// Reads the environment variables and the configuration file that they name. An empty variable
  /// counts as unset.
  /// - Parameters:
  ///   - environment: The variables by name. Only those in `variables` are read.
  ///   - contents: Returns the bytes of a file, or `nil` if it does not exist.
  /// - Throws: `configuration` if the file is missing, cannot be read or is malformed.
  public init(
    environment: [String: String],
    contents: (_ path: String) throws(StoreFailure) -> [UInt8]? = Self.contents
  ) throws(BackendFault) {
    if let path = environment[Self.fileVariable], !path.isEmpty {
      try self.init(path, contents)
    } else {
      self.init()
    }
    if let text = environment[Self.storeVariable], !text.isEmpty {
      store = Setting(text, .variable(Self.storeVariable))
    }
    if let text = environment[Self.remoteVariable], !text.isEmpty {
      remote = Setting(text, .variable(Self.remoteVariable))
    }
  }

  /// Returns every store that the environment or the configuration file names, even if another
  /// setting takes precedence. Malformed settings are skipped.
  package static func stores(
    namedIn environment: [String: String], kinds: [StoreKind] = StoreKind.builtIn,
    contents: (_ path: String) throws(StoreFailure) -> [UInt8]? = Self.contents
  ) -> [StoreAddress] {
    var texts = [environment[storeVariable], environment[remoteVariable]]
    if let path = environment[fileVariable], !path.isEmpty,
      let settings = try? BackendConfiguration(path, contents)
    {
      texts += [settings.store?.text, settings.remote?.text]
    }
    return texts.compactMap { $0.flatMap { StoreAddress($0, kinds: kinds) } }
  }

  /// Reads a file from disk; returns `nil` if it does not exist.
  public static func contents(_ path: String) throws(StoreFailure) -> [UInt8]? {
    try AtomicFile(path).read()
  }

  private init(
    _ path: String, _ contents: (String) throws(StoreFailure) -> [UInt8]?
  ) throws(BackendFault) {
    let bytes: [UInt8]?
    do throws(StoreFailure) {
      bytes = try contents(path)
    } catch {
      throw .configuration(name: path, reason: error.description)
    }
    guard let bytes else {
      throw .configuration(name: path, reason: "there is no such file (FOLIO_CONFIG)")
    }
    try self.init(file: bytes, name: path)
  }

  /// Parses a configuration file: `{"store": "file:ledger.folio", "remote": "file:…"}`. Both keys
  /// are optional.
  /// - Throws: `configuration` if the file is malformed or has an unknown key.
  public init(file bytes: [UInt8], name: String) throws(BackendFault) {
    self.init()
    let node: JSONNode
    do {
      node = try JSONNode.parse(bytes)
    } catch {
      throw .configuration(name: name, reason: error.message)
    }
    guard case .object(let members) = node.content else {
      throw .configuration(name: name, reason: "the file is not a JSON object")
    }
    for member in members where !member.value.isNull {
      guard case .string(let text) = member.value.content, !text.isEmpty, !text.contains(0) else {
        throw .configuration(name: name, reason: "\"\(member.key)\" is not an address in quotes")
      }
      let setting = Setting(String(decoding: text, as: UTF8.self), .file(name))
      switch member.key {
      case "store": store = setting
      case "remote": remote = setting
      default:
        throw .configuration(
          name: name, reason: "\"\(member.key)\" is not a known key; the keys are store and remote")
      }
    }
  }
}
