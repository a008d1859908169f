/// A file of prices as `--prices` names it: `FILE`, or `SYMBOL=FILE` for a file whose rows are all
/// of one instrument.
struct PriceFileName: Sendable, Equatable {
  var path: String
  /// The symbol, id or ISIN of the instrument; nil if the file names it.
  var symbol: String?

  /// The value of the flag.
  var text: String { symbol.map { "\($0)=\(path)" } ?? path }

  /// Reads a value of the flag. A path whose name has `=` is written with its folder: `./a=b.csv`.
  init(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[0].contains("/") else {
      path = text
      return
    }
    (symbol, path) = (parts[0], parts[1])
  }
}

extension FlagValue {
  /// Files of prices. The flag can be repeated.
  static let prices = Self(argument: .file("FILE"), isRepeatable: true) { _, text, options in
    options.prices.append(PriceFileName(text))
  }
}
