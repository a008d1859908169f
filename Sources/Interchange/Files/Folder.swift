#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder of ledgers.
public enum Folder {
  /// The paths of the ledgers in a folder, in order of the bytes of their names: what ends in
  /// `.json` or `.ndjson` and does not begin with a dot. Folders in it are not looked into.
  /// - Returns: nil where the path is no folder.
  public static func ledgers(in path: String) throws(SourceFailure) -> [String]? {
    guard let stream = unsafe opendir(path) else {
      // What is wrong with a file is found when it is read.
      if errno == ENOTDIR { return nil }
      throw SourceFailure(name: path, reason: FileSource.reason(errno))
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          unsafe String(cString: $0)
        }
      }
      let isLedger = name.hasSuffix(".json") || name.hasSuffix(".ndjson")
      if isLedger, !name.hasPrefix(".") { names.append(name) }
    }
    let start = path.hasSuffix("/") ? path : path + "/"
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { start + $0 }
  }
}
