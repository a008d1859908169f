// The files that an imported journal may include.
extension CommandRunner {
  /// The files in the folder of a file, and in that of `--include-from`, and below them. Symbolic
  /// links do not lead out of them.
  func included(by name: String, _ flags: ImportFlags) -> ImportSource.Folder {
    let places = IncludedPlaces(
      file: name, allowed: flags.includeFolder, realFolder: environment.realFolder)
    let (named, entries) = (environment.namedContents, environment.entries)
    return ImportSource.Folder(
      contents: { path throws(SourceFailure) in
        try named(try places.file(path), 1 << 30) ?? []
      },
      entries: { path throws(SourceFailure) in try entries(try places.folder(path)) },
      identity: places.identity)
  }
}

/// Where the files are that a journal may include.
private struct IncludedPlaces: Sendable {
  /// The journal, and its folder.
  let file: String
  let home: String
  /// A folder that the user allows besides.
  let allowed: String?
  let realFolder: @Sendable (String) -> String?

  init(file: String, allowed: String?, realFolder: @escaping @Sendable (String) -> String?) {
    (self.file, self.allowed, self.realFolder) = (file, allowed, realFolder)
    home = file.parentFolder
  }

  /// The place of an included file, by its path from the folder of the journal.
  /// - Throws: A failure if it is in no folder from which files may be included.
  func file(_ path: String) throws(SourceFailure) -> String {
    let place = place(of: path)
    try check(path, place.parentFolder)
    // The file may itself be a link to another folder.
    if let target = realFolder(place), target != place,
      target.parentFolder != realFolder(place.parentFolder),
      !isAllowed(target.parentFolder)
    {
      throw outside(path)
    }
    return place
  }

  /// The place of a folder in which files are looked for.
  /// - Throws: As `file(_:)`.
  func folder(_ path: String) throws(SourceFailure) -> String {
    let place = place(of: path)
    try check(path, place.isEmpty ? "." : place)
    return place.isEmpty ? "." : place
  }

  /// A text that is the same for all paths to a file.
  @Sendable func identity(of path: String) -> String {
    let place = place(of: path)
    guard let parent = realFolder(place.parentFolder) else { return place }
    return parent + "/" + (place.split(separator: "/").last ?? "")
  }

  private func place(of path: String) -> String {
    home == "." || path.hasPrefix("/") ? path : "\(home)/\(path)"
  }

  private func check(_ path: String, _ parent: String) throws(SourceFailure) {
    let isBelow = !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    let real = realFolder(parent)
    if isBelow {
      // A folder that is missing is a fault when it is read.
      guard let real else { return }
      if real == parent || isInside(real, home) { return }
    }
    if let real, let allowed, isInside(real, allowed) { return }
    throw outside(path)
  }

  private func isAllowed(_ real: String) -> Bool {
    isInside(real, home) || allowed.map { isInside(real, $0) } ?? false
  }

  private func outside(_ path: String) -> SourceFailure {
    SourceFailure(
      name: path,
      reason: .other(
        "it is outside of the folder of \(file)"
          + (allowed.map { " and of \($0)" } ?? "; --include-from FOLDER allows another one")))
  }

  private func isInside(_ real: String, _ folder: String) -> Bool {
    let root = realFolder(folder) ?? folder
    return real == root || real.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }
}
