// Files of prices and rates that settings name (Specs/decisions/prices.md).
extension CommandRunner {
  /// The most bytes of all files that settings name. Someone else may have written the settings.
  private static let limit = 1 << 28

  /// Reads the files that the settings of the ledgers name. One that cannot be read is a fault.
  func readNamedQuotes(_ options: Options, _ reader: inout LedgerReader) {
    var left = Self.limit
    for (file, path) in reader.quoteFiles(in: Self.folder) {
      do throws(SourceFailure) {
        guard let bytes = try environment.namedContents(path, left) else {
          reader.reportUnread(
            file, at: path, "all such files together have more than \(Self.limit >> 20) MiB")
          continue
        }
        left -= bytes.count
        switch file.kind {
        case .prices:
          reader.readPrices(
            bytes, name: path, currency: options.priceCurrency, undated: day(options.priceDate))
        case .rates: reader.readRates(bytes, name: path)
        }
      } catch {
        reader.reportUnread(file, at: path, error.reasonInSettings)
      }
    }
  }

  /// The folder of a ledger or a store, without a slash at its end.
  private static func folder(_ name: String) -> String {
    (StoreAddress(name)?.path ?? name).parentFolder
  }

  /// Makes the paths of the files that settings name relative to the folder of the document that is
  /// written.
  func relocateQuoteFiles(of draft: inout LedgerDraft, to folder: String) {
    let sources = draft.tables.sources
    for index in draft.tables.settings.quoteFiles.indices {
      let file = draft.tables.settings.quoteFiles[index]
      let own = Self.folder(sources[file.position.file].name)
      draft.tables.settings.quoteFiles[index].path = relocated(file.path, from: own, to: folder)
    }
  }

  /// The function that makes paths of a document relative to the folder of a store.
  func relocation(
    of name: String, to store: StoreAddress?
  ) -> (@Sendable (String) -> String)? {
    guard let store else { return nil }
    let (own, folder) = (Self.folder(name), store.path.parentFolder)
    let way = FolderWay(realFolder: environment.realFolder)
    return { way.relocated($0, from: own, to: folder) }
  }

  /// The path of a file, given from one folder, as seen from another.
  func relocated(_ path: String, from own: String, to folder: String) -> String {
    FolderWay(realFolder: environment.realFolder).relocated(path, from: own, to: folder)
  }
}

/// Ways from one folder to another.
struct FolderWay: Sendable {
  let realFolder: @Sendable (String) -> String?

  /// The path of a file, given from one folder, as seen from another. An absolute path stays as it
  /// is, and so does a path between two names of one folder.
  func relocated(_ path: String, from own: String, to folder: String) -> String {
    if path.hasPrefix("/") || components(of: own) == components(of: folder) { return path }
    let whole = QuoteFileName(.prices, path).path(in: own)
    let (from, to) = (components(of: folder), components(of: whole.parentFolder))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - common)
    return (up + to[common...] + [whole.lastPathComponent]).joined(separator: "/")
  }

  /// The names from the root to a folder. Symbolic links are resolved first: `..` after one of them
  /// is not the folder that has the link.
  private func components(of path: String) -> [String] {
    var parts: [String] = []
    var whole = realFolder(path)
    if whole == nil, !path.hasPrefix("/") { whole = realFolder(".").map { "\($0)/\(path)" } }
    for part in (whole ?? path).split(separator: "/") where part != "." {
      if part != ".." { parts.append(String(part)) } else { _ = parts.popLast() }
    }
    return parts
  }
}

extension Invocation {
  /// The folder of the ledger that the command writes; nil if it writes none. Such a command keeps
  /// the names of the files instead of reading them.
  var folderOfWritten: String? {
    if command == .initialize { return store?.path.parentFolder }
    // Fetching reads such files itself, because they may be missing.
    if [.prices, .rates].contains(command) { return "." }
    guard command == .export, let format = operand.flatMap(ExportFormat.named),
      case .document = format.content
    else { return nil }
    return options.output?.parentFolder ?? "."
  }
}

extension SourceFailure {
  /// The reason why a file that settings name cannot be read.
  fileprivate var reasonInSettings: String {
    switch reason {
    case .notFound: "there is no such file"
    case .isDirectory: "it is a folder"
    case .notPermitted: "reading it is not permitted"
    case .notRegular: "it is a pipe or a device"
    case .notUTF8: "its name is not UTF-8"
    case .other(let text): text
    }
  }
}
