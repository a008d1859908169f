/// A place that a message names: a line of a file, or a part of something without lines.
package struct SourceCitation: Sendable, Hashable {
  /// The name of the file or the part.
  package var name: String
  /// The line number, starting at 1; nil if there are no lines.
  package var line: Int?
  /// The number of characters of that line before the text that is cited.
  package var indent: Int

  /// Creates a citation.
  package init(name: String, line: Int? = nil, indent: Int = 0) {
    self.name = name
    self.line = line
    self.indent = indent
  }

  /// `file:line`, or the name.
  package var text: String { line.map { "\(name):\($0)" } ?? name }
}

extension SourceFile {
  /// Where the user finds a line.
  func cited(_ line: Int) -> SourceCitation {
    citation?(line) ?? SourceCitation(name: name, line: isArgument ? nil : line)
  }
}
