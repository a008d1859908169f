/// A kind of store: the word before the colon of an address, the files of such a store, and how it
/// is opened.
///
/// `StoreAddress` reads the kinds that its caller lists. A new kind is one file with a static value
/// like `file`, and one entry in the list of each program that offers it.
public struct StoreKind: Sendable {
  package typealias Opening =
    @Sendable (_ path: String, StoreAccess, _ initial: StoreContents) throws(StoreFailure) ->
    sending any RecordKeeper

  /// The word before the colon of an address.
  public let name: String
  /// What the names of the files of a store end in after its path; none for a store without files.
  package let suffixes: [String]
  /// Whether another file beside a store belongs to it, by what its name has after the store's.
  package let ownsSuffix: @Sendable (String) -> Bool
  /// Whether a file is a store of this kind, by its first 64 bytes.
  package let recognizes: @Sendable ([UInt8]) -> Bool
  /// Opens a store. One that is made holds the initial contents.
  package let open: Opening

  package init(
    _ name: String, suffixes: [String],
    ownsSuffix: @escaping @Sendable (String) -> Bool = { _ in false },
    recognizes: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }, open: @escaping Opening
  ) {
    self.name = name
    self.suffixes = suffixes
    self.ownsSuffix = ownsSuffix
    self.recognizes = recognizes
    self.open = open
  }

  /// Nothing that lasts; for previews and tests.
  public static let memory = StoreKind("memory", suffixes: []) { _, _, initial in
    MemoryKeeper(holding: initial)
  }

  /// The kinds that need no other product.
  public static let builtIn = [file, memory]

  /// Whether a store of this kind lies in files.
  package var hasFiles: Bool { !suffixes.isEmpty }
}

extension StoreKind: Hashable {
  /// Whether two kinds have one name.
  public static func == (one: StoreKind, other: StoreKind) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
