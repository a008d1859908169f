import Folio

extension SourceFailure {
  /// Why the file can't be read, and what to do.
  var words: String {
    switch reason {
    case .notFound: "there is no such file; check the path"
    case .isDirectory: "it is a folder; name a file in it, or report each with --each file"
    case .notPermitted: "reading it is not permitted; check its owner and mode"
    case .other(let text): text
    }
  }
}
