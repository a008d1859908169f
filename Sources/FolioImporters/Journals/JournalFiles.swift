import Folio

/// The files of a journal: the one that is imported, and those that it includes.
struct JournalFiles {
  let main: ImportSource
  /// The paths of the files that were begun, from the folder of the first one.
  private var begun: Set<String> = []
  /// The number of files that may include each other.
  private static let deepest = 32
  private static let most = 10_000
  private(set) var depth = 0

  init(_ main: ImportSource) { self.main = main }

  /// A file that another one includes, with its path from the folder of the first one.
  struct Included {
    var source: ImportSource
    var path: String
  }

  /// Reads an included file.
  /// - Parameter includer: The path of the file that includes it; empty for the first file.
  /// - Throws: A fault if there is no such file, or if it was read before.
  mutating func open(_ name: String, from includer: String) throws(JournalFault) -> Included {
    if name.contains(where: { "*?[".contains($0) }) {
      throw JournalFault(
        "the include \"\(name)\" is a pattern, which is not resolved",
        help: "Write one include for each file.")
    }
    let path = Self.joined(name, to: includer)
    guard let included = main.included else {
      throw JournalFault(
        "the file includes \"\(name)\", but no other files may be read here",
        help: "Put the contents of all files in one file.")
    }
    if path == main.name.lastPathPart || !begun.insert(path).inserted {
      throw JournalFault(
        "the file \"\(name)\" is included a second time",
        help: "Remove one of the includes: its transactions would count twice.",
        code: .contradictoryRow)
    }
    guard depth < Self.deepest, begun.count < Self.most else {
      throw JournalFault(
        "there are too many includes", help: "Include at most \(Self.most) files.")
    }
    do throws(SourceFailure) {
      let bytes = try included(path)
      return Included(source: ImportSource(bytes, name: path), path: path)
    } catch {
      throw JournalFault(
        "the included file \"\(name)\" cannot be read: \(error)",
        help: "Put it where the include says, in the folder of the first file or below it.")
    }
  }

  mutating func enter() { depth += 1 }
  mutating func leave() { depth -= 1 }

  /// A path from the folder of the first file.
  static func joined(_ name: String, to includer: String) -> String {
    if name.hasPrefix("/") { return name }
    var parts = includer.split(separator: "/").dropLast().map(String.init)
    for part in name.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}

extension String {
  /// The part after the last slash.
  var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}
