extension StoreKind {
  /// The kinds of stores that the command opens.
  static let supportedByCommand = builtIn + [sqlite, postgres, postgresql, https, http]
}

extension StoreAddress {
  /// Parses the address of a store of any kind that the command opens; nil for any other word.
  init?(_ text: String) { self.init(text, kinds: StoreKind.supportedByCommand) }

  /// Whether a word is an address without a path, such as `file:`.
  static func lacksPath(_ word: String) -> Bool {
    StoreAddress(word) == nil && StoreKind.supportedByCommand.contains { word == "\($0.name):" }
  }
}
