extension Importer {
  /// Exports of Ghostfolio, which have activities and no cash.
  static let ghostfolio = Importer(
    name: "ghostfolio", meaning: "an export of Ghostfolio as JSON",
    recognize: { source in
      let start = source.start(65536)
      guard start.utf8.first(where: { !XMLScanner.isBlank($0) }) == UInt8(ascii: "{"),
        start.contains("\"activities\"") || start.contains("\"orders\"")
      else { return .none }
      return start.contains("\"dataSource\"") ? .certain : .possible
    },
    read: { source, draft in
      do throws(Diagnostic) {
        let root = try JSONNode.parse(source.bytes, file: draft.file)
        var reader = GhostfolioReader(root, draft)
        reader.read()
        draft = reader.draft
      } catch {
        draft.append([error])
      }
    })
}
