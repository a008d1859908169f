/// The calls of the system that a journal makes, so that tests can let each of them fail.
///
/// They are the system's own, with its habits: a read or a write may do less than it was asked,
/// and may be interrupted (EINTR). Whoever calls them copes with that.
public protocol FileCalls: Sendable {
  /// Opens a file and gives its number.
  func open(_ path: String, _ mode: FileMode) throws(FileFault) -> Int32
  /// Closes a file; its lock goes with it.
  func close(_ file: Int32)
  /// Locks a file for this opener alone, without waiting; false where another has it.
  func lock(_ file: Int32) throws(FileFault) -> Bool
  /// Up to `count` bytes from an offset; none at the end only.
  func read(_ file: Int32, at offset: Int, count: Int) throws(FileFault) -> [UInt8]
  /// Writes bytes at an offset, as many as go at once.
  /// - Returns: how many went.
  func write(_ file: Int32, at offset: Int, _ bytes: ArraySlice<UInt8>) throws(FileFault) -> Int
  /// Cuts a file off.
  func truncate(_ file: Int32, to length: Int) throws(FileFault)
  /// Returns when what was written is on the disk.
  func sync(_ file: Int32) throws(FileFault)
  /// Returns when the names of a folder are on the disk.
  func syncFolder(_ path: String) throws(FileFault)
  /// Gives a file another name; what had that name before loses it.
  func rename(_ path: String, to newPath: String) throws(FileFault)
  /// Gives a file a second name.
  func link(_ path: String, to newPath: String) throws(FileFault)
  /// Takes a name away.
  func remove(_ path: String) throws(FileFault)
}

/// What a file is opened for.
public enum FileMode: Sendable, Hashable {
  /// To be read; it has to be there.
  case reading
  /// To be read and written; it has to be there.
  case writing
  /// To be written anew; whatever has its name is emptied.
  case creating
  /// To be locked; it is made where it is not there.
  case locking
}

/// A call of the system that failed.
public struct FileFault: Error, Sendable, Hashable {
  /// The call, as people know it: `write`.
  public var call: String
  /// The file.
  public var path: String
  /// The system's number of the error.
  public var code: Int32

  /// A failure of a call.
  public init(_ call: String, _ path: String, code: Int32) {
    self.call = call
    self.path = path
    self.code = code
  }
}
