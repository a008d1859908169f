import Folio

/// The files of a journal: the one that is imported, and those that it includes.
struct JournalFiles {
  let main: ImportSource
  /// The paths of the files that were begun, from the folder of the first one.
  private var begun: Set<String> = []
  /// The number of files that may include each other.
  private static let deepest = 32
  private static let most = 10_000
  /// The files that are being read, each included by the one before it.
  private var reading: [String] = []
  /// The bytes of files that were read before, and were read again.
  private var repeatedBytes = 0
  private static let mostRepeatedBytes = 1 << 24

  init(_ main: ImportSource) { self.main = main }

  /// A file that another one includes, with its path from the folder of the first one.
  struct Included {
    var source: ImportSource
    var path: String
    /// Whether the file was read before.
    var isRepeated = false
    fileprivate var identity = ""
  }

  /// The files that an include names: one, or all that fit its pattern, in order.
  /// - Parameter includer: The path of the file that includes them; empty for the first file.
  /// - Throws: A fault if no file fits the pattern.
  mutating func paths(of name: String, from includer: String) throws(JournalFault) -> [String] {
    guard JournalGlob.isPattern(name) else { return [name] }
    guard let folder = main.folder else { throw Self.noOtherFiles(name) }
    let found: [String]
    do throws(SourceFailure) {
      found = try JournalGlob.files(Self.joined(name, to: includer), in: folder)
    } catch {
      throw JournalFault(
        "the pattern \"\(name)\" cannot be resolved: \(error)",
        help: "Include files in the folder of the first file, or below it; or allow another folder "
          + "with --include-from.")
    }
    // A pattern may fit the file that has it.
    let others = found.filter { $0 != includer && $0 != main.name.lastPathPart }
    guard !others.isEmpty else {
      throw JournalFault(
        "no file fits the include \"\(name)\"",
        help: "Correct the pattern, or remove the include if it has no files any more.")
    }
    // From here on, the paths begin at the folder of the first file.
    return others.map { "\u{2}" + $0 }
  }

  private static func noOtherFiles(_ name: String) -> JournalFault {
    JournalFault(
      "the file includes \"\(name)\", but no other files may be read here",
      help: "Put the contents of all files in one file.")
  }

  /// Reads an included file.
  /// - Parameter includer: The path of the file that includes it; empty for the first file.
  /// - Parameter mayRepeat: Whether it may have been read before, for its directives.
  /// - Throws: A fault if there is no such file, or if it was read before.
  mutating func open(
    _ name: String, from includer: String, mayRepeat: Bool = false
  ) throws(JournalFault) -> Included {
    let isResolved = name.hasPrefix("\u{2}")
    let path = isResolved ? String(name.dropFirst()) : Self.joined(name, to: includer)
    let name = isResolved ? path : name
    guard let folder = main.folder else { throw Self.noOtherFiles(name) }
    let identity = folder.identity(path)
    let isRepeated = !begun.insert(identity).inserted
    let includesItself =
      identity == folder.identity(main.name.lastPathPart) || reading.contains(identity)
    if includesItself || (isRepeated && !mayRepeat) { throw Self.repeated(name) }
    guard reading.count < Self.deepest, begun.count < Self.most,
      repeatedBytes < Self.mostRepeatedBytes
    else {
      throw JournalFault(
        "there are too many includes", help: "Include at most \(Self.most) files.")
    }
    do throws(SourceFailure) {
      let bytes = try folder.contents(path)
      if isRepeated { repeatedBytes += bytes.count + 4096 }
      return Included(
        source: ImportSource(bytes, name: path), path: path, isRepeated: isRepeated,
        identity: identity)
    } catch {
      throw JournalFault(
        "the included file \"\(name)\" cannot be read: \(error)",
        help:
          "Put it where the include says, in the folder of the first file or below it; or allow "
          + "another folder with --include-from.")
    }
  }

  static func repeated(_ name: String) -> JournalFault {
    JournalFault(
      "the file \"\(name)\" is included a second time",
      help: "Remove one of the includes: its transactions would count twice.",
      code: .contradictoryRow)
  }

  mutating func enter(_ file: Included) { reading.append(file.identity) }
  mutating func leave() { reading.removeLast() }

  /// A path from the folder of the first file.
  static func joined(_ name: String, to includer: String) -> String {
    if name.hasPrefix("/") { return name }
    let root = includer.hasPrefix("/") ? "/" : ""
    var parts = includer.split(separator: "/").dropLast().map(String.init)
    for part in name.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return root + parts.joined(separator: "/")
  }
}

extension String {
  /// The part after the last slash.
  var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}
