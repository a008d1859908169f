import FolioModel
import FolioNumbers

extension DocumentReader {
  /// A ratio: `4:1`, or a decimal; both sides above zero.
  mutating func ratio(_ bytes: Span<UInt8>) throws(ScanStop) -> Ratio? {
    let value = try anyValue(bytes)
    guard value.kind == .string || value.kind == .number else {
      refuse(value, wanted: .ratio)
      return nil
    }
    let text = text(of: value, bytes)
    let sides = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let first = sides.first, sides.count <= 2 else {
      report(Wording.ratio(columnName, text))
      return nil
    }
    let new = try? ExactDecimal(String(decoding: first, as: UTF8.self))
    let old =
      sides.count == 1
      ? .one : try? ExactDecimal(String(decoding: sides[1], as: UTF8.self))
    guard let new, let old else {
      report(Wording.ratio(columnName, text))
      return nil
    }
    guard new.isPositive, old.isPositive else {
      report(Wording.notAboveZero(columnName))
      return nil
    }
    return Ratio(new: new, old: old)
  }
}
