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
