#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension FileFault {
  /// What lies at a path is something else than a regular file.
  package static func notRegular(_ path: String, _ kind: FileFacts.Kind) -> FileFault {
    FileFault(
      "open", path, code: EINVAL,
      reason: "it is \(kind.rawValue), and Folio uses regular files only")
  }

  /// A file has changed under its name, or has another name, and so can't be replaced.
  static func notReplaceable(_ path: String, _ reason: String) -> FileFault {
    FileFault("replace", path, code: EINVAL, reason: reason)
  }

  /// Whether the call was only interrupted by a signal, and is to be made again.
  var isInterruption: Bool { code == EINTR }

  /// Whether there is no such file.
  package var isMissingFile: Bool { code == ENOENT }

  /// Whether the name is taken.
  package var isExistingFile: Bool { code == EEXIST }

  /// Whether the disk can't give a file a second name.
  var isWithoutLinks: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) }

  /// What it means to the caller of a store.
  package var failure: StoreFailure {
    if let reason { return .unsupported("\(path): \(reason)") }
    switch code {
    case ENOENT, ENOTDIR: return .notFound(.store(path))
    case EACCES, EPERM, EROFS: return .unauthorized(words)
    default: return .unavailable(words)
    }
  }

  /// The failure in words.
  var words: String {
    if let reason { return "\(path): \(reason)" }
    let system = unsafe String(cString: strerror(code))
    return "\(path): cannot \(call): \(system)"
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
  /// The system's number for a name that is taken.
  static let fileExists = EEXIST
}
