import Folio
import Synchronization

/// The files that are being written under temporary names. If a signal ends the program, the main
/// thread removes them first.
enum PartialFiles {
  struct Entry: Sendable, Hashable {
    let folder: OpenFolder
    let name: String
  }

  private static let entries = Mutex<Set<Entry>>([])

  /// Creates a file with a new name.
  /// - Returns: its name and its descriptor; nil if the system refuses.
  static func make(in folder: OpenFolder, mode: mode_t) -> (entry: Entry, descriptor: Int32)? {
    entries.withLock { entries in
      while true {
        // The name is random, and opening fails if a file or a link with that name exists.
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let entry = Entry(folder: folder, name: ".folio-\(number).partial")
        let descriptor = folder.openNew(entry.name, mode)
        if descriptor < 0 && errno == EEXIST { continue }
        if descriptor < 0 { return nil }
        entries.insert(entry)
        return (entry, descriptor)
      }
    }
  }

  /// Gives a file its final name.
  /// - Returns: whether the file was renamed.
  static func keep(_ entry: Entry, as name: String) -> Bool {
    entries.withLock { entries in
      let isKept = entry.folder.rename(entry.name, to: name)
      if isKept { entries.remove(entry) }
      return isKept
    }
  }

  static func remove(_ entry: Entry) {
    entries.withLock { entries in
      entry.folder.remove(entry.name)
      entries.remove(entry)
    }
  }

  /// Removes all files and ends the program. No file can be created in between.
  static func removeAll(andThen end: () -> Never) -> Never {
    entries.withLock { entries in
      for entry in entries { entry.folder.remove(entry.name) }
      end()
    }
  }
}
