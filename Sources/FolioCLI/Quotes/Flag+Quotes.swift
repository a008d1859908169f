extension Flag {
  /// The flags of fetching.
  static let fetching: [Flag] = [
    Flag(
      "source", .list(.value("SOURCE"), \.sources), .prices, [.fetching, .starting],
      "where prices or rates come from; repeatable",
      details: """
        SYMBOL=SOURCE/TICKER for prices, which a store remembers; the name of a source for rates.
        """, example: "VWCE=yahoo/VWCE.DE"),
    Flag(
      "source-file", .list(.file("FILE"), \.sourceFiles), .prices, [.fetching, .starting],
      "a file with another source; repeatable",
      details: "A source that runs a command works only when this flag names its file.",
      example: "my-source.json"),
  ]
}
