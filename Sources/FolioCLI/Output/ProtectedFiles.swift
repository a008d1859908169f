import Synchronization

/// The files and stores that an output must not overwrite.
struct ProtectedFiles: Sendable {
  /// Files that the command reads; `-` is standard input.
  var files: [String] = []
  /// Folders in which the command reads every ledger.
  var folders: [String] = []
  /// Every store that the command line or the environment names.
  var stores: [StoreAddress] = []
  /// Stores that the command changes.
  var changed: [StoreAddress] = []
  /// A file that the command reads, and then writes anew itself.
  var rewritten: String?
}

extension ProtectedFiles {
  /// The files and stores that a command line names.
  /// - Parameter answers: the file of `--answers`, if that is the output.
  init(_ invocation: Invocation, rewriting answers: String? = nil) {
    let command = invocation.command
    rewritten = answers
    if answers == nil, let answers = invocation.options.importing.answers { files.append(answers) }
    let words = command.words == .groupIDs ? [] : invocation.ledgers
    add(words + invocation.options.prices.map(\.path) + invocation.options.rates)
    if command.takesStore, let store = invocation.store {
      stores.append(store)
      if command != .log { changed.append(store) }
    }
    if command.words == .store { changed = stores }
    if let store = invocation.options.importing.store {
      stores.append(store)
      changed.append(store)
    }
  }

  /// Every file and store that the words of an invalid command line may name.
  init(arguments: [String]) {
    add(arguments)
    add(
      arguments.compactMap { word in
        word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
      })
  }

  /// Adds files and stores by their names.
  mutating func add(_ words: [String]) {
    for word in words {
      if let store = StoreAddress(word) { stores.append(store) } else { files.append(word) }
    }
  }
}

extension ProtectedFiles {
  /// Throws if an input is an auxiliary file of a store that the command changes, such as its lock
  /// or an older version. The main file of the store is not checked: reading it as a ledger gives a
  /// better error.
  func checkChangedStores() throws(UsageError) {
    for store in changed {
      let own = FileLocation(store.path)
      for other in changed where other != store && FileLocation(other.path).isSame(as: own) {
        throw UsageError(BackendFault.sameStore(other.shown))
      }
      for path in files + changed.filter({ $0 != store }).map(\.path) where path != "-" {
        let place = FileLocation(path)
        guard place.isOf(store), !place.isSame(as: own) else { continue }
        throw UsageError(
          "'\(path)' is a file of the store \(store.shown), which is changed. Copy it, and name "
            + "the copy.")
      }
    }
  }
}

/// The files that were opened for reading. Their paths may since have changed.
final class OpenedFiles: Sendable {
  private let names = Mutex<[FileIdentity: String]>([:])

  /// The name under which a file was opened; nil if it was not.
  func name(of file: FileIdentity) -> String? { names.withLock { $0[file] } }

  /// Opens a file and records its identity.
  func open(
    _ name: String, givesBack: Bool = true, onlyFiles: Bool = false
  ) throws(SourceFailure) -> FileSource {
    let source = try FileSource.open(name, givesBack: givesBack, onlyFiles: onlyFiles)
    if let file = source.identity { names.withLock { $0[file] = name } }
    return source
  }
}
