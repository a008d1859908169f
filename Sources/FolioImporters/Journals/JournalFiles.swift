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
  mutating func paths(of name: String, from includer: String) throws(FieldFault) -> [String] {
    guard JournalGlob.isPattern(name) else { return [name] }
    guard let folder = main.folder else { throw Self.noOtherFiles(name) }
    let found: [String]
    do throws(SourceFailure) {
      found = try JournalGlob.files(Self.joined(name, to: includer), in: folder)
    } catch {
      throw FieldFault(
        "the pattern \"\(name)\" cannot be resolved: \(error)",
        help: "Include files in the folder of the first file, or below it; or allow another folder "
          + "with --include-from.")
    }
    // A pattern may fit the file that has it.
    let others = found.filter { $0 != includer && $0 != main.name.lastPathPart }
    guard !others.isEmpty else {
      throw FieldFault(
        "no file fits the include \"\(name)\"",
        help: "Correct the pattern, or remove the include if it has no files any more.")
    }
    // From here on, the paths begin at the folder of the first file.
    return others.map { "\u{2}" + $0 }
  }

  private static func noOtherFiles(_ name: String) -> FieldFault {
    FieldFault(
      "the file includes \"\(name)\", but no other files may be read here",
      help: "Put the contents of all files in one file.")
  }

  /// Reads an included file.
  /// - Parameter includer: The path of the file that includes it; empty for the first file.
  /// - Parameter mayRepeat: Whether it may have been read before, for its directives.
  /// - Throws: A fault if there is no such file, or if it was read before.
  mutating func open(
    _ name: String, from includer: String, mayRepeat: Bool = false
  ) throws(FieldFault) -> Included {
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
      throw FieldFault(
        "there are too many includes", help: "Include at most \(Self.most) files.")
    }
    do throws(SourceFailure) {
      let bytes = try folder.contents(path)
      if isRepeated { repeatedBytes += bytes.count + 4096 }
      return Included(
        source: ImportSource(bytes, name: path), path: path, isRepeated: isRepeated,
        identity: identity)
    } catch {
      throw FieldFault(
        "the included file \"\(name)\" cannot be read: \(error)",
        help:
          "Put it where the include says, in the folder of the first file or below it; or allow "
          + "another folder with --include-from.")
    }
  }

  static func repeated(_ name: String) -> FieldFault {
    FieldFault(
      .contradictoryRow, "the file \"\(name)\" is included a second time",
      help: "Remove one of the includes: its transactions would count twice.")
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

/// Patterns in the includes of journals: `*`, `?`, `[a-z]`, `[!a-z]`, and `**` for any folders.
enum JournalGlob {
  /// The number of folders that a pattern looks into, so that it ends in any tree.
  private static let mostFolders = 10_000
  private static let deepest = 32

  /// Whether a name has a sign of patterns.
  static func isPattern(_ name: String) -> Bool { name.contains { "*?[".contains($0) } }

  /// The paths of the files that fit a pattern, in order. Hidden files and folders only fit a part
  /// of the pattern that begins with a dot.
  static func files(
    _ pattern: String, in folder: ImportSource.Folder
  ) throws(SourceFailure) -> [String] {
    var search = Search(folder: folder)
    let parts = pattern.split(separator: "/").map { Array($0.utf8) }
    try search.find(parts[...], below: pattern.hasPrefix("/") ? "/" : "", depth: 0)
    return Set(search.found).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private struct Search {
    let folder: ImportSource.Folder
    var found: [String] = []
    var looked = 0

    mutating func find(
      _ parts: ArraySlice<[UInt8]>, below path: String, depth: Int
    ) throws(SourceFailure) {
      guard let part = parts.first, depth < JournalGlob.deepest, looked < JournalGlob.mostFolders
      else { return }
      let isLast = parts.count == 1
      let text = String(decoding: part, as: UTF8.self)
      if !isLast, !JournalGlob.isPattern(text) {
        return try find(parts.dropFirst(), below: path + text + "/", depth: depth + 1)
      }
      let isAnyFolder = part == Array("**".utf8)
      if isAnyFolder { try find(isLast ? [[0x2A]] : parts.dropFirst(), below: path, depth: depth) }
      looked += 1
      let parent = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
      for entry in try folder.entries(parent) {
        let isFolder = entry.hasSuffix("/")
        let name = isFolder ? String(entry.dropLast()) : entry
        if name.hasPrefix("."), part.first != 0x2E { continue }
        if isAnyFolder {
          if isFolder { try find(parts, below: path + entry, depth: depth + 1) }
        } else if JournalGlob.fits(Array(name.utf8), part) {
          if isLast, !isFolder { found.append(path + name) }
          if !isLast, isFolder {
            try find(parts.dropFirst(), below: path + entry, depth: depth + 1)
          }
        }
      }
    }
  }

  /// Whether a name fits a part of a pattern. The last star takes more if the rest does not fit, so
  /// the steps are bounded by the product of both lengths.
  static func fits(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    var (at, place) = (0, 0)
    var star: (place: Int, at: Int)?
    while at < name.count {
      if place < pattern.count, pattern[place] == 0x2A {
        star = (place + 1, at)
        place += 1
      } else if let next = step(name[at], pattern, place) {
        place = next
        at += 1
      } else if let last = star {
        star = (last.place, last.at + 1)
        (place, at) = (last.place, last.at + 1)
      } else {
        return false
      }
    }
    while place < pattern.count, pattern[place] == 0x2A { place += 1 }
    return place == pattern.count
  }

  /// The place after the sign that fits a byte; nil if it does not fit.
  private static func step(_ byte: UInt8, _ pattern: [UInt8], _ place: Int) -> Int? {
    guard place < pattern.count else { return nil }
    if pattern[place] == 0x3F { return place + 1 }
    let first = place + 1
    guard pattern[place] == 0x5B,
      let close = pattern[min(first + 1, pattern.count)...].firstIndex(of: 0x5D)
    else { return pattern[place] == byte ? place + 1 : nil }
    let isNegated = pattern[first] == 0x21 || pattern[first] == 0x5E
    var (sign, isIn) = (isNegated ? first + 1 : first, false)
    while sign < close {
      if sign + 2 < close, pattern[sign + 1] == 0x2D {
        isIn = isIn || (pattern[sign] <= byte && byte <= pattern[sign + 2])
        sign += 3
      } else {
        isIn = isIn || pattern[sign] == byte
        sign += 1
      }
    }
    return isIn != isNegated ? close + 1 : nil
  }
}
