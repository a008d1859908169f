#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension FileFault {
  /// Whether the call was only interrupted by a signal, and is to be made again.
  var isInterruption: Bool { code == EINTR }

  /// Whether there is no such file.
  public var isMissingFile: Bool { code == ENOENT }

  /// What it means to the caller of a store.
  public var failure: StoreFailure {
    switch code {
    case ENOENT, ENOTDIR: .notFound(.store(path))
    case EACCES, EPERM, EROFS: .unauthorized(words)
    default: .unavailable(words)
    }
  }

  private var words: String {
    let reason = unsafe String(cString: strerror(code))
    return "\(path): cannot \(call): \(reason)"
  }
}

/// Makes a call again for as long as signals interrupt it.
func retrying<Result>(
  _ call: () throws(FileFault) -> Result
) throws(FileFault) -> Result {
  while true {
    do throws(FileFault) {
      return try call()
    } catch {
      if !error.isInterruption { throw error }
    }
  }
}

extension Int32 {
  /// The system's number for a full disk.
  static let noSpaceLeft = ENOSPC
}
