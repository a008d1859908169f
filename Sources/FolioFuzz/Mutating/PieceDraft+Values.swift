// Changes after which the text is still JSON.
extension PieceDraft {
  /// Values that have a meaning to some column or are at some limit.
  private static let telling: [[UInt8]] = [
    "null", "true", "false", "0", "-0", "-1", "1", "0.1", "1e2", "1E-2", "1e400", "1e-400",
    "999999999999999999999999999999999999", "-999999999999999999999999999999999999",
    "0.000000000000000000000000000000000001", "9223372036854775808", "\"\"", "\"0\"", "\"-1\"",
    "\"1\"", "\"0.00000001\"", "\"1e30\"", "\"99999999999999999999999999999999\"",
    "\"170141183460469231731687303715884105728\"", "\"1/3\"", "\"2:1\"", "\"1:1000000\"", "\"7/3\"",
    "\"0001-01-01\"", "\"9999-12-31\"", "\"2024-02-29\"", "\"2023-02-29\"", "\"2024-12-31\"",
    "\"2024-06-30T23:59:60Z\"", "\"2024-03-10T02:30:00-14:00\"", "\"9999-12-31T23:59:59+14:00\"",
    "\"USD\"", "\"EUR\"", "\"JPY\"", "\"BTC\"", "\"XXX\"", "\"usd\"", "\"buy\"", "\"sell\"",
    "\"split\"", "\"merger\"", "\"spinoff\"", "\"transfer_in\"", "\"transfer_out\"", "\"gift\"",
    "\"return_of_capital\"", "\"cost_adjustment\"", "\"increase\"",
    "\"deemed_disposition\"", "\"spouse\"",
    "\"stock_dividend\"", "\"write_off\"", "\"unit_fee\"", "\"exercise\"",
    "\"assignment\"", "\"expiry\"", "\"fifo\"",
    "\"average\"", "\"specific\"", "\"hifo\"", "\"account\"", "\"us\"", "\"uk\"", "\"ca\"",
    "\"pending\"", "\"cancelled\"", "\"in\"", "\"out\"", "\"\\u0061\"", "\"\\ud83d\\ude00\"",
    "\"A long name that fits no packed form, with an umlaut: \u{FC}\"", "[]", "{}", "[[]]",
    "[{}]", "{\"a\": 1}",
  ].map { Array($0.utf8) }

  /// Changes some values.
  mutating func changeValues(_ times: Int) {
    for _ in 0..<times { changeValue() }
  }

  private mutating func changeValue() {
    guard let index = any(.scalar) else { return }
    let key = pieces[index].key
    switch random.next(in: 0..<8) {
    case 0...3:
      if let other = pick(bank.scalars[key] ?? []) { pieces[index].text = other }
    case 4: changeDigit(of: index)
    case 5:
      // Another value of the same column here: two ids, two days, two quantities.
      let others = pieces.indices.filter { pieces[$0].kind == .scalar && pieces[$0].key == key }
      guard let other = pick(others), other != index else { return }
      (pieces[index].text, pieces[other].text) = (pieces[other].text, pieces[index].text)
    case 6: copyRow()
    default:
      if let value = pick(Self.telling) { pieces[index].text = value[...] }
    }
  }

  /// Another digit, or one more, in a number, a day or an id.
  private mutating func changeDigit(of index: Int) {
    var text = Array(pieces[index].text)
    let digits = text.indices.filter { (0x30...0x39).contains(text[$0]) }
    guard let at = pick(digits) else { return }
    let digit = UInt8(ascii: "0") + UInt8(random.next(in: 0..<10))
    if random.next(in: 0..<4) == 0 {
      text.insert(digit, at: at)
    } else {
      text[at] = digit
    }
    pieces[index].text = text[...]
  }

  /// A row of another ledger, or the same one once more, before an element of the same array.
  private mutating func copyRow() {
    guard let range = anyBracketed(), pieces[range.lowerBound - 1].kind != .colon else { return }
    let key = SeedBank.arrayKey(of: range.lowerBound, pieces) ?? []
    guard let row = pick(bank.rows[key] ?? []) else { return }
    let comma = Piece(kind: .comma, text: [UInt8(ascii: ",")])
    pieces.insert(contentsOf: row + [comma], at: range.lowerBound)
  }
}
