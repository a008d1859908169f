extension StoreKind {
  /// A journal in a file (Specs/stores.md).
  public static let file = StoreKind(
    "file", suffixes: ["", ".lock"] + (1...3).map { ".\($0)" },
    ownsSuffix: { $0.first == "." && Int($0.dropFirst()) != nil },
    open: { path, access, initial throws(StoreFailure) in
      try JournalKeeper(path, access, holding: initial)
    })
}
