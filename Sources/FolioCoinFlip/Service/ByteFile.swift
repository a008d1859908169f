import Folio

extension CoinFlip {
  /// Bytes in a file, replaced as a whole: whenever the power goes, either the old ones are there
  /// or the new ones.
  public struct ByteFile: ByteStore {
    private let file: WholeFile

    /// A file, there or not; its folder has to be there. One service at a time works on it.
    public init(_ path: String) { file = WholeFile(path) }

    /// What was saved last; nil where there is no such file.
    /// - Throws: `StoreFailure`, as files do.
    public func load() async throws -> [UInt8]? { try file.read() }

    /// Replaces what was saved, and returns when it is on the disk.
    /// - Throws: `StoreFailure`, as files do.
    public func save(_ bytes: [UInt8]) async throws { try file.replace(with: bytes) }
  }
}
