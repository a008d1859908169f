#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// Names and attributes of files.
extension SystemFiles {
  /// Finds the file that a path leads to, through any links.
  package func target(of path: String) throws(FileFault) -> PathTarget {
    if path.utf8.contains(0) {
      throw FileFault("find", path, code: EINVAL, reason: "no file has a zero byte in its name")
    }
    do throws(FileFault) {
      if try facts(of: path).kind != .link { return .present(path) }
    } catch {
      if error.isMissingFile { return .absent }
      throw error
    }
    guard let real = unsafe realpath(path, nil) else {
      if errno == ENOENT { return .danglingLink }
      throw FileFault("follow", path, code: errno)
    }
    defer { unsafe free(real) }
    return .present(unsafe String(cString: real))
  }

  /// The attributes of the file with this name. Does not follow a link.
  package func facts(of path: String) throws(FileFault) -> FileFacts {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else { throw FileFault("find", path, code: errno) }
    return FileFacts(found)
  }

  /// The attributes of an open file.
  package func facts(of file: Int32) throws(FileFault) -> FileFacts {
    var found = stat()
    guard unsafe fstat(file, &found) == 0 else { throw FileFault("find", "", code: errno) }
    return FileFacts(found)
  }

  /// The names of all entries of a folder, in no particular order.
  package func names(in folder: String) throws(FileFault) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw FileFault("list", folder, code: errno)
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  /// Sixteen random hexadecimal digits.
  package func token() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension FileFacts {
  init(_ found: stat) {
    let kind: Kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    self.init(
      kind: kind, device: UInt64(truncatingIfNeeded: found.st_dev),
      inode: UInt64(truncatingIfNeeded: found.st_ino),
      links: Int(truncatingIfNeeded: found.st_nlink), size: Int(found.st_size),
      owner: found.st_uid, group: found.st_gid,
      permissions: UInt16(truncatingIfNeeded: found.st_mode & 0o777))
  }
}

/// The folder of a file.
func folder(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last component of a path.
func lastName(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
  return String(path[path.utf8.index(after: slash)...])
}
