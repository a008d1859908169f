extension CommandLine {
  /// The arguments after the program name. Throws if an argument is not UTF-8: a repaired string
  /// would name another file.
  static func checkedArguments() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(argc)) {
      guard let start = unsafe unsafeArgv[index] else { break }
      let bytes = unsafe [UInt8](cString: start)
      guard let argument = String(validating: bytes, as: UTF8.self) else {
        throw UsageError(
          "the argument '\(bytes.shown)' is not UTF-8. Rename the file, or write the word in UTF-8."
        )
      }
      arguments.append(argument)
    }
    return arguments
  }
}

extension [UInt8] {
  /// The bytes of a C string without the terminating zero.
  @unsafe init(cString start: UnsafePointer<CChar>) {
    self = unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
  }
}
