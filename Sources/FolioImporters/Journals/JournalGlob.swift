import Folio

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
