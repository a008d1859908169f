/// An entry of the `lots` of a stock leg.
struct LotRow: EntryRow {
  static let kind = RowKind.lot
  static let example = "{\"column\": value}"
  private static let outside = LotColumns.ofOutside
  /// Messages list the keys in this order.
  static let keys =
    ["group_id", "acquired", "quantity"] + outside.dropLast().map(\.key)
    + ["account"] + outside.suffix(1).map(\.key)

  private(set) var choice = LotChoice(quantity: .zero)
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0: choice.groupID = try reader.identifier(bytes) ?? .none
    case 1: choice.acquired = try reader.day(bytes)
    case 2:
      guard let units = try reader.decimal(bytes, .aboveZero, .lotQuantities) else { return }
      choice.quantity = units
    case Self.keys.count - 2: choice.account = try reader.identifier(bytes) ?? .none
    default:
      switch Self.outside[min(column - 3, Self.outside.count - 1)].kind {
      case .cost(let field):
        choice.columns[keyPath: field] = try reader.decimal(bytes, .zeroOrAbove, .costsNotNegative)
      case .units(let field):
        choice.columns[keyPath: field] = try reader.decimal(bytes, .aboveZero, .lotQuantities)
      case .day(let field): choice.columns[keyPath: field] = try reader.day(bytes)
      case .flag(let field, let missing):
        choice.columns[keyPath: field] = try reader.flag(bytes) ?? missing
      case .place(let field): choice.columns[keyPath: field] = try reader.place(bytes)
      }
    }
  }

  func check(_ reader: inout RecordReader) {
    require(2, of: "entry of lots", .lotColumns, &reader)
    require(0, or: 1, of: "entry of lots", .lotColumns, &reader)
  }
}
