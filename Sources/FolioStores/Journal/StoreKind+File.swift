extension StoreKind {
  /// A journal in a file (Specs/stores.md).
  public static let file = StoreKind(
    "file", suffixes: ["", ".lock", JournalStorage.oldCacheSuffix] + (1...3).map { ".\($0)" },
    ownsSuffix: { $0.first == "." && Int($0.dropFirst()) != nil },
    recognizes: { bytes in
      // The start of a line: {"crc32":"9ae0daaf","record":{"after":"00000000",...
      bytes.starts(with: "{\"crc32\":\"".utf8)
        && bytes.dropFirst(18).starts(with: "\",\"record\":{\"after\":".utf8)
    },
    open: { path, access, initial, _, progress throws(StoreFailure) in
      try JournalStorage(path, access, holding: initial, progress: progress)
    },
    outlined: { path throws(StoreFailure) in
      try JournalStorage(path, .reading, outlines: true)
    })
}
