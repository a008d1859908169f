extension SourceFailure: CustomStringConvertible {
  /// The name of the file, the problem and the remedy.
  public var description: String { "\(name): \(message)" }

  private var message: String {
    switch reason {
    case .notFound: "there is no such file; check the path"
    case .isDirectory: "it is a folder; name a file in it"
    case .notPermitted: "reading it is not permitted; check its owner and mode"
    case .notRegular: "it is a pipe or a device; give a file"
    case .notUTF8: "its name is not UTF-8; rename it"
    case .other(let text): text
    }
  }
}
