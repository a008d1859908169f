import FolioNumbers

/// Formats cells for programs: exactly, without separators.
enum CellText {
  /// Appends the exact text of a cell, or nothing for `.null`.
  ///
  /// Money has at least the minor units of its currency and no trailing zeros beyond them. Other
  /// numbers have no trailing zeros. Equal values therefore have equal texts.
  static func append(_ cell: Report.Cell, to bytes: inout [UInt8]) {
    switch cell {
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .day(let day): day.write(into: &bytes)
    case .number(let value, _): value.normalized().write(into: &bytes)
    case .money(let amount, let currency): amount.shown(in: currency).write(into: &bytes)
    case .integer(let count): bytes.append(contentsOf: String(count).utf8)
    case .null: break
    }
  }

  /// Appends the text of a cell in Markdown and HTML: exact, except for percentages, which are
  /// rounded as in the table. `.null` becomes `-`.
  static func appendForPage(
    _ cell: Report.Cell, _ style: Report.Column.Style, to bytes: inout [UInt8]
  ) {
    switch cell {
    case .number(let value, _) where style.kind == .percent:
      appendPercent(value, places: style.displayPlaces ?? 2, to: &bytes)
    case .number(let value, let places?):
      value.normalized().padded(toPlaces: places).write(into: &bytes)
    case .null: bytes.append(UInt8(ascii: "-"))
    case .text, .day, .number, .money, .integer: append(cell, to: &bytes)
    }
  }

  /// Appends a ratio as a percentage, rounded half-even. A ratio that overflows when multiplied by
  /// 100 is written unchanged, without the percent sign.
  static func appendPercent(_ ratio: ExactDecimal, places: Int, to bytes: inout [UInt8]) {
    do throws(ArithmeticFault) {
      let percent = try ratio.multiplied(by: 100)
      percent.rounded(toPlaces: places, .halfEven).padded(toPlaces: places).write(into: &bytes)
      bytes.append(UInt8(ascii: "%"))
    } catch {
      ratio.normalized().write(into: &bytes)
    }
  }
}

extension ExactDecimal {
  /// The same value with at least the minor units of the currency and no trailing zeros beyond
  /// them.
  package func shown(in currency: Currency) -> ExactDecimal {
    let minorUnits = currency.minorUnits
    let shortest = places > minorUnits ? normalized() : self
    return shortest.padded(toPlaces: minorUnits)
  }
}

extension Report.Cell {
  /// Whether the value is a number below zero.
  var isNegative: Bool {
    switch self {
    case .number(let value, _), .money(let value, _): value.isNegative
    case .integer(let count): count < 0
    case .text, .day, .null: false
    }
  }
}
