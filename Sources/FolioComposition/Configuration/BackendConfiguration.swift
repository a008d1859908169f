import FolioInterchange
import FolioStores

/// What is said about where the books are kept: words, before anybody has looked at them.
///
/// A value of the environment comes before one of the file of settings.
public struct BackendConfiguration: Sendable, Hashable {
  /// A word, and who gave it.
  public struct Setting: Sendable, Hashable {
    /// The word: an address.
    public var text: String
    /// Who gave it.
    public var source: BackendSource

    /// A word, and who gave it.
    public init(_ text: String, _ source: BackendSource) {
      self.text = text
      self.source = source
    }
  }

  /// The variable with the address of the store.
  public static let storeVariable = "FOLIO_STORE"
  /// The variable with the address of the store that devices share.
  public static let remoteVariable = "FOLIO_REMOTE"
  /// The variable with the path of a file of settings.
  public static let fileVariable = "FOLIO_CONFIG"
  /// The variables that are looked at.
  public static let variables = [storeVariable, remoteVariable, fileVariable]

  /// The store of this device; nil where nobody names one.
  public var store: Setting?
  /// The store that devices share; nil where nobody names one.
  public var remote: Setting?

  /// Settings.
  public init(store: Setting? = nil, remote: Setting? = nil) {
    self.store = store
    self.remote = remote
  }

  /// What the environment says, and the file of settings that it names. A variable that is empty
  /// says nothing.
  /// - Parameters:
  ///   - environment: the variables by name; others than `variables` are not looked at.
  ///   - contents: the bytes of a file; nil where there is none.
  /// - Throws: `configuration` where the file is not there or is no such file, and as `contents`.
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

  /// Every store that the environment and the file of settings name, also one that something else
  /// comes before. What is said wrongly names none.
  public static func stores(
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

  /// The bytes of a file of the machine.
  public static func contents(_ path: String) throws(StoreFailure) -> [UInt8]? {
    try WholeFile(path).read()
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

  /// What a file of settings says: `{"store": "file:ledger.folio", "remote": "file:…"}`, each key
  /// optional.
  /// - Throws: `configuration` where it is anything else, a key that means nothing included.
  public init(file bytes: [UInt8], name: String) throws(BackendFault) {
    self.init()
    let node: JSONNode
    do {
      node = try JSONNode.parse(bytes)
    } catch {
      throw .configuration(name: name, reason: error.message)
    }
    guard case .object(let members) = node.content else {
      throw .configuration(name: name, reason: "it is no JSON object")
    }
    for member in members where !member.value.isNull {
      guard case .string(let text) = member.value.content, !text.isEmpty, !text.contains(0) else {
        throw .configuration(name: name, reason: "\"\(member.key)\" is no address in quotes")
      }
      let setting = Setting(String(decoding: text, as: UTF8.self), .file(name))
      switch member.key {
      case "store": store = setting
      case "remote": remote = setting
      default:
        throw .configuration(
          name: name, reason: "\"\(member.key)\" means nothing here; there are store and remote")
      }
    }
  }
}
