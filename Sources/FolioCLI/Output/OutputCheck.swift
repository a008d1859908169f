import Folio

/// Sees to it that an output overwrites nothing that is read, and no file of a store, whatever path
/// leads to it: files are compared by device and number, and what is not there yet by its folder
/// and its name.
struct OutputCheck {
  let name: UsageError.OutputName
  let target: OutputTarget
  let protected: ProtectedFiles
  let opened: OpenedFiles

  /// Refuses an output that would overwrite something else.
  func run() throws(UsageError) {
    guard let place = target.place else { return }
    if let input = input(at: place) { throw .overwrites(name, .input(input)) }
    if let store = protected.stores.first(where: place.isOf) {
      throw .overwrites(name, .store(store.text))
    }
    if case .flag(let path) = name,
      let store = StoreAddress.owner(of: path, kinds: StoreKind.ofCommand)
    {
      throw .overwrites(name, .store(store.text))
    }
    // A ledger that appears in a folder is read the next time.
    guard let folder = place.folder, Folder.isLedger(place.name) else { return }
    if let path = protected.folders.first(where: { FileIdentity(path: $0) == folder }) {
      throw .overwrites(name, .folder(path))
    }
  }

  /// The input that lies at a place; nil where none does.
  private func input(at place: FilePlace) -> String? {
    if let file = place.file {
      if file == FileIdentity(descriptor: 0) { return "-" }
      if let name = opened.name(of: file) { return name }
    }
    return protected.files.first { $0 != "-" && place.isSame(as: FilePlace($0)) }
  }
}

extension OutputCheck {
  /// Checks what a command will write to, and returns what opens the output; nil for standard
  /// output. It checks again when it opens the output, and before anything is replaced: paths may
  /// lead elsewhere by then, and files may have been opened since.
  static func prepare(
    _ path: String?, _ protected: ProtectedFiles, _ opened: OpenedFiles
  ) throws -> CommandEnvironment.OpenOutput? {
    try protected.checkChangedStores()
    let standardError = OutputCheck(
      name: .standardError, target: .open(2), protected: protected, opened: opened)
    do {
      try standardError.run()
    } catch {
      // What is wrong can't be said: it would be written over what it is about.
      StandardDescriptors.silenceErrors()
      throw CommandFailure(error)
    }
    let target = try path.map { path throws(SinkFailure) in try OutputTarget(path) } ?? .open(1)
    let check = OutputCheck(
      name: path.map { .flag($0) } ?? .standardOutput, target: target, protected: protected,
      opened: opened)
    try check.run()
    guard let path else { return nil }
    return {
      try check.run()
      return try OutputFile(target, path: path, check: check.run)
    }
  }
}
