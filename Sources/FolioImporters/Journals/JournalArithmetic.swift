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

  func scaled(by other: Self) throws(JournalFault) -> Self {
    do throws(ArithmeticFault) { return try multiplied(by: other) } catch { throw Self.tooLong }
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

  /// Half a unit of the last of so many decimal places.
  static func halfUnit(_ places: Int) -> Self {
    (try? Self(coefficient: 5, places: min(places + 1, maximumPlaces))) ?? .zero
  }
}

/// Amounts by commodity.
struct JournalSums {
  private(set) var amounts: [String: ExactDecimal] = [:]

  subscript(commodity: String) -> ExactDecimal { amounts[commodity] ?? .zero }

  mutating func add(_ number: ExactDecimal, _ commodity: String) throws(JournalFault) {
    amounts[commodity] = try self[commodity].increased(by: number)
  }

  /// The commodities whose sum is further from zero than the tolerance, in order.
  func beyond(_ tolerance: (String) -> ExactDecimal) -> [String] {
    amounts.filter { $0.value.magnitude > tolerance($0.key) }.keys.sorted()
  }
}
