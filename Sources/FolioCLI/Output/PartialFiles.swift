import Folio
import Synchronization

/// The files that are being written under a temporary name. A signal removes them before it ends
/// the program.
enum PartialFiles {
  /// A name in a folder that is open.
  struct Entry: Sendable, Hashable {
    let folder: OpenFolder
    let name: String
  }

  private static let entries = Mutex<Set<Entry>>([])

  /// Makes a file that nobody else has made.
  /// - Returns: its name and its descriptor.
  static func make(
    in folder: OpenFolder, mode: mode_t
  ) throws(SinkFailure) -> (entry: Entry, descriptor: Int32) {
    let made = entries.withLock { entries -> (Entry, Int32)? in
      while true {
        // Nobody can guess the name, and a file or a link that has it all the same is not opened.
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let entry = Entry(folder: folder, name: ".folio-\(number).partial")
        let descriptor = folder.openNew(entry.name, mode)
        if descriptor < 0 && errno == EEXIST { continue }
        if descriptor < 0 { return nil }
        entries.insert(entry)
        return (entry, descriptor)
      }
    }
    guard let made else { throw SinkFailure.system() }
    return made
  }

  /// Gives a file its final name.
  static func keep(_ entry: Entry, as name: String) throws(SinkFailure) {
    let isKept = entries.withLock { entries in
      let isKept = entry.folder.rename(entry.name, to: name)
      if isKept { entries.remove(entry) }
      return isKept
    }
    if !isKept { throw SinkFailure.system() }
  }

  /// Removes a file.
  static func remove(_ entry: Entry) {
    entries.withLock { entries in
      entry.folder.remove(entry.name)
      entries.remove(entry)
    }
  }

  /// Removes all of them and ends the program. None can be made in between.
  static func removeAll(andThen end: () -> Never) -> Never {
    entries.withLock { entries in
      for entry in entries { entry.folder.remove(entry.name) }
      end()
    }
  }
}
