extension SortedIDs {
  /// The id that a word on the command line means: an exact id, or the only one that starts with
  /// the word. Nil if there is none.
  func id(of word: String) throws -> String? {
    let found = matches(word)
    if found.count < 2 { return found.first }
    let shown = found.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
    let more = found.count > 10 ? " and \(found.count - 10) more" : ""
    throw CommandFailure.usage(
      "\(found.count) ids start with '\(word)': \(shown)\(more). Give more of the id.")
  }
}
