/// A kind of store: the prefix of its addresses, its files, and a function that opens it.
///
/// `StoreAddress` parses the kinds that its caller lists. To add a kind, define a static value like
/// `file` and add it to the list of each program that offers it.
public struct StoreKind: Sendable {
  package typealias Progress = @Sendable (WorkProgress) -> Void
  package typealias Opening =
    @Sendable (
      _ path: String, StoreAccess, _ initial: StoreContents, _ copy: String?, Progress?
    ) throws(StoreFailure) -> sending any RecordStorage

  /// The prefix of an address, before the colon.
  public let name: String
  /// The suffixes of the file names of a store after its path; empty for a store without files.
  package let suffixes: [String]
  /// Whether another file next to a store belongs to it, by the suffix after the name of the store.
  package let ownsSuffix: @Sendable (String) -> Bool
  /// Whether a file is a store of this kind, by its first 64 bytes.
  package let recognizes: @Sendable ([UInt8]) -> Bool
  /// The part of an address after the colon as it may be shown: without passwords.
  package let shown: @Sendable (String) -> String
  /// What tells a store from others, by the part after the colon: without passwords, which change.
  package let identity: @Sendable (String) -> String
  /// Whether a store waits for another computer.
  package let waitsForServer: Bool
  /// The user whose ledger a store is, by the part after the colon; nil if it is nobody's, or that
  /// of whoever is signed in.
  package let user: @Sendable (String) -> String?
  /// The part after the colon with the user who is signed in now.
  package let resolved: @Sendable (String) throws(StoreFailure) -> String
  /// Opens a store. A new store gets the initial contents. A server may be read from a copy of the
  /// ledger in a file, which it then keeps up to date.
  package let open: Opening

  /// Opens a store for reading whose rows are read later, if that is another way.
  package let outlined: Outlining?

  package typealias Outlining =
    @Sendable (_ path: String) throws(StoreFailure) -> sending any RecordStorage

  package init(
    _ name: String, suffixes: [String], waitsForServer: Bool = false,
    ownsSuffix: @escaping @Sendable (String) -> Bool = { _ in false },
    recognizes: @escaping @Sendable ([UInt8]) -> Bool = { _ in false },
    shown: @escaping @Sendable (String) -> String = { $0 },
    identity: @escaping @Sendable (String) -> String = { $0 },
    user: @escaping @Sendable (String) -> String? = { _ in nil },
    resolved: @escaping @Sendable (String) throws(StoreFailure) -> String = { $0 },
    open: @escaping Opening, outlined: Outlining? = nil
  ) {
    self.user = user
    self.resolved = resolved
    self.shown = shown
    self.identity = identity
    self.name = name
    self.waitsForServer = waitsForServer
    self.suffixes = suffixes
    self.ownsSuffix = ownsSuffix
    self.recognizes = recognizes
    // A keeper knows its path only; a caller knows its store by the whole address.
    self.open = { path, access, initial, copy, progress throws(StoreFailure) in
      try Self.named(name, shown(path)) { () throws(StoreFailure) in
        try open(path, access, initial, copy, progress)
      }
    }
    if let outlined {
      self.outlined = { path throws(StoreFailure) in
        try Self.named(name, shown(path)) { () throws(StoreFailure) in try outlined(path) }
      }
    } else {
      self.outlined = nil
    }
  }

  private static func named(
    _ name: String, _ path: String,
    _ open: () throws(StoreFailure) -> sending any RecordStorage
  ) throws(StoreFailure) -> sending any RecordStorage {
    do throws(StoreFailure) {
      return try open()
    } catch .notFound(.store) {
      throw .notFound(.store("\(name):\(path)"))
    } catch .conflict(.storeExists) {
      throw .conflict(.storeExists("\(name):\(path)"))
    }
  }

  /// A store in memory, for previews and tests.
  public static let memory = StoreKind("memory", suffixes: []) { _, _, initial, _, _ in
    MemoryStorage(holding: initial)
  }

  /// The kinds of this module.
  public static let builtIn = [file, memory]

  /// Whether stores of this kind have files.
  package var hasFiles: Bool { !suffixes.isEmpty }
}

extension StoreKind: Hashable {
  /// Whether two kinds have the same name.
  public static func == (one: StoreKind, other: StoreKind) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
