extension StoredFigures {
  /// The rows of `portfolio_holdings` and `portfolio_positions`, as `folio_commit` takes them
  /// (Specs/schema/README.md). The same position always has the same id.
  var json: [UInt8] {
    var text = JSONText()
    text.open("{")
    text.day("as_of", day)
    text.array("holdings", holdings) { write($0, isPosition: false, to: &$1) }
    text.array("positions", holdings) { write($0, isPosition: true, to: &$1) }
    text.close("}")
    return text.bytes
  }

  private func write(_ holding: Holding, isPosition: Bool, to text: inout JSONText) {
    var id = holding.symbol + "/" + (holding.currency?.code ?? "")
    if holding.id.isShort { id += "/short" }
    if isPosition { id += "@\(day)" }
    text.text("id", id.utf8)
    text.text("symbol", holding.symbol.utf8)
    if isPosition { text.day("as_of", day) }
    text.number("quantity", holding.quantity)
    text.number("average_cost", holding.averageCost)
    text.number("cost_basis", holding.costBasis)
    if let currency = holding.currency { text.text("currency", currency.code.utf8) }
  }
}
