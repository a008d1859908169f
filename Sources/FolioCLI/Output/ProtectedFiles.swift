import Folio
import Synchronization

/// What an output may not overwrite.
struct ProtectedFiles: Sendable {
  /// Files that the command reads; `-` is standard input.
  var files: [String] = []
  /// Folders of which the command reads every ledger.
  var folders: [String] = []
  /// Every store that the command line or the environment names.
  var stores: [StoreAddress] = []
  /// Stores that the command changes.
  var changed: [StoreAddress] = []
}

extension ProtectedFiles {
  /// What a command line names.
  init(_ invocation: Invocation) {
    let command = invocation.command
    let words = command.words == .groupIDs ? [] : invocation.ledgers
    add(words + invocation.options.prices + invocation.options.rates)
    if command.takesStore, let store = invocation.operand.flatMap({ StoreAddress($0) }) {
      stores.append(store)
      if command != .log { changed.append(store) }
    }
    if command.words == .store { changed = stores }
  }

  /// Everything that the words of a command line may name, whatever they mean.
  init(arguments: [String]) {
    add(arguments)
    add(
      arguments.compactMap { word in
        word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
      })
  }

  /// Adds files and stores, by the words that name them.
  mutating func add(_ words: [String]) {
    for word in words {
      if let store = StoreAddress(word) { stores.append(store) } else { files.append(word) }
    }
  }
}

extension ProtectedFiles {
  /// All of both.
  func and(_ other: Self) -> Self {
    ProtectedFiles(
      files: files + other.files, folders: folders + other.folders,
      stores: stores + other.stores, changed: changed + other.changed)
  }

  /// Refuses inputs that are files of a store that is changed: its lock, an older version. What
  /// reads the file of the store itself says so better.
  func checkChangedStores() throws(UsageError) {
    for store in changed {
      let own = FilePlace(store.path)
      for other in changed where other != store && FilePlace(other.path).isSame(as: own) {
        throw .store(.backend(.sameStore(other.text)))
      }
      for path in files + changed.filter({ $0 != store }).map(\.path) where path != "-" {
        let place = FilePlace(path)
        guard place.isOf(store), !place.isSame(as: own) else { continue }
        throw .readsFileOfStore(path, store: store.text)
      }
    }
  }
}

/// The files that were opened to be read. Their paths may lead elsewhere by now.
final class OpenedFiles: Sendable {
  private let names = Mutex<[FileIdentity: String]>([:])

  func insert(_ file: FileIdentity, name: String) { names.withLock { $0[file] = name } }

  /// The name by which a file was opened; nil where it was not.
  func name(of file: FileIdentity) -> String? { names.withLock { $0[file] } }
}

extension OpenedFiles {
  /// Opens a file, and remembers which one it was.
  func open(
    _ name: String, givesBack: Bool = true, onlyFiles: Bool = false
  ) throws(SourceFailure) -> FileSource {
    let source = try FileSource.open(name, givesBack: givesBack, onlyFiles: onlyFiles)
    if let file = source.identity { insert(file, name: name) }
    return source
  }
}
