/// Who said where a store lies.
public enum BackendSource: Sendable, Hashable {
  /// The caller, with a word of the command line or an argument.
  case caller
  /// A variable of the environment; its name.
  case variable(String)
  /// A file of settings; its path.
  case file(String)
  /// Nobody: the app's own choice for that.
  case usual
}

extension BackendSource: CustomStringConvertible {
  /// A word or two for people.
  public var description: String {
    switch self {
    case .caller: "as asked"
    case .variable(let name): name
    case .file(let path): path
    case .usual: "the usual place"
    }
  }
}
