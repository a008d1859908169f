import Folio

extension CommandLine {
  /// The arguments after the program name. Throws if an argument is not UTF-8: a repaired string
  /// would name another file.
  static func checkedArguments() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(argc)) {
      guard let start = unsafe unsafeArgv[index] else { break }
      let bytes = unsafe UnsafeBufferPointer(start: start, count: length(of: start)).map {
        UInt8(bitPattern: $0)
      }
      guard let argument = String(validating: bytes, as: UTF8.self) else {
        throw UsageError(
          "the argument '\(bytes.shown)' is not UTF-8. Rename the file, or write the word in UTF-8."
        )
      }
      arguments.append(argument)
    }
    return arguments
  }

  private static func length(of start: UnsafePointer<CChar>) -> Int {
    var length = 0
    while unsafe start[length] != 0 { length += 1 }
    return length
  }
}
