/// Ensures that an output overwrites no input and no file of a store, whatever path leads to it.
/// Existing files are compared by device and inode, new files by folder and name.
struct OutputCheck {
  let name: UsageError.OutputName
  let target: OutputTarget
  let protected: ProtectedFiles
  let opened: OpenedFiles

  /// Throws if the output would overwrite another file.
  func run() throws(UsageError) {
    guard let place = target.place else { return }
    if let input = input(at: place) { throw .overwrites(name, .input(input)) }
    if let store = protected.stores.first(where: place.isOf) {
      throw .overwrites(name, .store(store.shown))
    }
    if let path, let store = StoreAddress.owner(of: path, kinds: StoreKind.supportedByCommand) {
      throw .overwrites(name, .store(store.shown))
    }
    // A new ledger in an input folder would be an input of the next run.
    guard let folder = place.folder, Folder.isLedger(place.name) else { return }
    if let path = protected.folders.first(where: { FileIdentity(path: $0) == folder }) {
      throw .overwrites(name, .folder(path))
    }
  }

  /// The path of the output; nil if it is already open and the system does not know its path.
  private var path: String? {
    let descriptor: String
    switch name {
    case .flag(let path): return path
    case .standardOutput: descriptor = "/dev/fd/1"
    case .standardError: descriptor = "/dev/fd/2"
    }
    guard case .present(let path)? = try? SystemFiles().target(of: descriptor) else { return nil }
    return path
  }

  /// The input at a location; nil if there is none.
  private func input(at place: FileLocation) -> String? {
    if let file = place.file {
      if file == FileIdentity(descriptor: 0) { return "-" }
      if let name = opened.name(of: file), name != protected.rewritten { return name }
    }
    return protected.files.first { $0 != "-" && place.isSame(as: FileLocation($0)) }
  }
}

extension OutputCheck {
  /// Checks the outputs of a command and returns a function that opens the output file; nil for
  /// standard output. The check is repeated when the output is opened and before a file is
  /// replaced, since paths may have changed and more files may be open by then.
  static func prepare(
    _ path: String?, _ protected: ProtectedFiles, _ opened: OpenedFiles
  ) throws -> CommandEnvironment.OpenOutput? {
    try protected.checkChangedStores()
    let standardError = OutputCheck(
      name: .standardError, target: .open(2), protected: protected, opened: opened)
    do {
      try standardError.run()
    } catch {
      // The error message itself would overwrite the file, so it cannot be printed.
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
