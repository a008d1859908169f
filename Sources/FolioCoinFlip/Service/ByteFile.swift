extension CoinFlip {
  /// Storage in a file that is always replaced as a whole. After a power failure, the file has
  /// either the old or the new contents.
  public struct ByteFile: ByteStore {
    private let file: AtomicFile

    /// Creates a store for a file, which need not exist. Its folder must exist. Only one service
    /// may use the file at a time.
    public init(_ path: String) { file = AtomicFile(path) }

    /// Returns the saved bytes, or `nil` if the file does not exist.
    /// - Throws: `StoreFailure` if the file cannot be read.
    public func load() async throws -> [UInt8]? { try file.read() }

    /// Replaces the saved bytes, and returns once they are on disk.
    /// - Throws: `StoreFailure` if the file cannot be written.
    public func save(_ bytes: [UInt8]) async throws { try file.replace(with: bytes) }
  }
}
