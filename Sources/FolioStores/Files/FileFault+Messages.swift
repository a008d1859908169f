#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension FileFault {
  /// The file at a path is not a regular file.
  package static func notRegular(_ path: String, _ kind: FileInfo.Kind) -> FileFault {
    FileFault(
      "open", path, code: EINVAL,
      reason: "it is \(kind.rawValue), and Folio uses regular files only")
  }

  /// The file at a path cannot be replaced, because it is another file by now or has a second name.
  static func notReplaceable(_ path: String, _ reason: String) -> FileFault {
    FileFault("replace", path, code: EINVAL, reason: reason)
  }

  /// Whether the call was interrupted by a signal and should be repeated.
  var isInterruption: Bool { code == EINTR }

  /// Whether the file does not exist.
  package var isMissingFile: Bool { code == ENOENT }

  /// Whether the name already exists.
  package var isExistingFile: Bool { code == EEXIST }

  /// Whether there is no room on the disk.
  var isFullDisk: Bool { [ENOSPC, EDQUOT].contains(code) }

  /// Whether the file system does not support this hard link.
  var isWithoutLinks: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) }

  /// The corresponding failure of a store.
  package var failure: StoreFailure {
    failure(isProtectedWhileLocked: StoreFailure.hasDataProtection)
  }

  func failure(isProtectedWhileLocked isProtected: Bool) -> StoreFailure {
    if let reason { return .unsupported("\(path): \(reason)") }
    switch code {
    case ENOENT, ENOTDIR: return .notFound(.store(path))
    case ECANCELED: return .cancelled
    case EPERM where isProtected: return .locked(path)
    case EACCES, EPERM, EROFS: return .unauthorized(message)
    default: return .unavailable(message)
    }
  }

  /// The message for the user.
  var message: String {
    if let reason { return "\(path): \(reason)" }
    let system = unsafe String(cString: strerror(code))
    return "\(path): cannot \(call): \(system)"
  }
}

extension StoreFailure {
  /// Whether the system denies access to files while the device is locked.
  package static var hasDataProtection: Bool {
    #if canImport(Darwin) && !os(macOS)
    true
    #else
    false
    #endif
  }
}

/// Repeats a call as long as signals interrupt it.
func retrying<Result>(
  _ call: @autoclosure () throws(FileFault) -> Result
) throws(FileFault) -> Result {
  while true {
    do throws(FileFault) {
      return try call()
    } catch {
      if !error.isInterruption { throw error }
    }
  }
}

/// Makes a call that may fail because the file does not exist; returns nil in this case.
@discardableResult
func tolerating<Answer>(
  _ call: @autoclosure () throws(FileFault) -> Answer
) throws(FileFault) -> Answer? {
  do throws(FileFault) {
    return try retrying(call())
  } catch {
    if error.isMissingFile { return nil }
    throw error
  }
}

/// Makes a call and converts its fault to a failure of a store.
package func asStoreFailure<Answer>(
  _ call: @autoclosure () throws(FileFault) -> Answer
) throws(StoreFailure) -> Answer {
  do throws(FileFault) {
    return try call()
  } catch {
    throw error.failure
  }
}

extension FileCalls {
  /// The attributes of a regular file; nil if nothing exists at the path. Throws for other kinds of
  /// files.
  package func regularInfo(of path: String) throws(FileFault) -> FileInfo? {
    let info = try tolerating(self.info(of: path))
    if let info, info.kind != .regular { throw .notRegular(path, info.kind) }
    return info
  }
}

extension Int32 {
  /// The error code for a task that was cancelled.
  static let cancelled = ECANCELED
  /// The error code for a call that is not permitted, also by data protection.
  package static let notPermitted = EPERM
  /// The error code for a file whose mode does not permit the call.
  package static let noAccess = EACCES
  /// The error code for a full disk.
  static let noSpaceLeft = ENOSPC
  /// The error code for a name that already exists.
  static let fileExists = EEXIST
}
