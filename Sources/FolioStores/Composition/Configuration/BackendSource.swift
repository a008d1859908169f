/// The source of the address of a store. New minor versions may add cases.
public enum BackendSource: Sendable, Hashable {
  /// A command-line argument, or an argument passed by the calling code.
  case caller
  /// An environment variable, by name.
  case variable(String)
  /// A configuration file, by path.
  case file(String)
  /// The app's default.
  case appDefault
}

extension BackendSource: CustomStringConvertible {
  /// A short description to show to the user.
  public var description: String {
    switch self {
    case .caller: "as asked"
    case .variable(let name): name
    case .file(let path): path
    case .appDefault: "default"
    }
  }
}
