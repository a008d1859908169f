import Folio

// Exact arithmetic whose faults are faults of a line.
extension ExactDecimal {
  static let tooLong = JournalFault(
    "a sum or a product of this transaction needs more than 36 digits",
    help: "Look for a number with too many digits.", code: .arithmetic)

  func increased(by other: Self) throws(JournalFault) -> Self {
    do throws(ArithmeticFault) { return try adding(other) } catch { throw Self.tooLong }
  }

  func decreased(by other: Self) throws(JournalFault) -> Self {
    do throws(ArithmeticFault) { return try subtracting(other) } catch { throw Self.tooLong }
  }

  /// The product: exact, or with 18 decimal places if it has more digits than a number can.
  func scaled(by other: Self) throws(JournalFault) -> Self {
    if let exact = try? multiplied(by: other) { return exact }
    return try share(other, of: .one)
  }

  /// The quotient with up to 18 decimal places.
  func over(_ other: Self) throws(JournalFault) -> Self {
    do throws(ArithmeticFault) {
      return try divided(by: other, places: 18).normalized()
    } catch {
      throw Self.tooLong
    }
  }

  /// The part of an amount for some of all units, with up to 18 decimal places.
  func share(_ part: Self, of whole: Self) throws(JournalFault) -> Self {
    if part == whole { return self }
    do throws(ArithmeticFault) {
      return try multiplied(by: part, dividedBy: whole, places: 18).normalized()
    } catch {
      throw Self.tooLong
    }
  }

  /// A number as it is written, with at most 18 decimal places: prices that programs compute may
  /// have more digits than a number of Folio.
  static func written(
    _ digits: [UInt8], _ mark: UInt8, _ read: ([UInt8]) -> Self?
  ) -> Self? {
    guard let place = digits.lastIndex(of: mark), digits.count - place > 19 else {
      return read(digits)
    }
    // What comes after the next digit only decides whether that is half a unit, or more.
    var short = Array(digits[...(place + 19)])
    if digits[(place + 20)...].contains(where: { $0 > 0x30 }) { short.append(0x31) }
    return read(short)?.rounded(toPlaces: 18, .halfEven)
  }

  /// Half a unit of the last of so many decimal places.
  static func halfUnit(_ places: Int) -> Self {
    Self(short: 5, places: min(places + 1, maximumPlaces))
  }
}

/// Amounts by commodity.
struct JournalSums {
  private(set) var amounts: [String: ExactDecimal] = [:]

  subscript(commodity: String) -> ExactDecimal { amounts[commodity, default: .zero] }

  mutating func add(_ number: ExactDecimal, _ commodity: String) throws(JournalFault) {
    amounts[commodity] = try self[commodity].increased(by: number)
  }

  /// The commodities whose sum is further from zero than the tolerance, in order.
  func beyond(_ tolerance: (String) -> ExactDecimal) -> [String] {
    amounts.filter { $0.value.magnitude > tolerance($0.key) }.keys.sorted()
  }
}
