extension RecordReader {
  /// The path of a file of prices or rates, or an array of paths.
  mutating func quoteFiles(
    _ kind: QuoteFileName.Kind, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> [QuoteFileName] {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "[") else {
      return [try quoteFile(kind, bytes)].compactMap { $0 }
    }
    var found: [QuoteFileName] = []
    guard scanner.opensNonEmpty(closing: "]", bytes) else { return found }
    var index = 0
    repeat {
      if var file = try quoteFile(kind, bytes) {
        file.index = index
        found.append(file)
      }
      index += 1
    } while try scanner.isFollowedByMore(closing: "]", bytes)
    return found
  }

  private mutating func quoteFile(
    _ kind: QuoteFileName.Kind, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> QuoteFileName? {
    guard let path = try freeText(bytes) else { return nil }
    if path.isEmpty { report(Messages.emptyText(columnName)) }
    return path.isEmpty ? nil : QuoteFileName(kind, String(decoding: path, as: UTF8.self))
  }
}
