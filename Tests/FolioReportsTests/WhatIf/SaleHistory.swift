import FolioBooking
import FolioInterchange
import FolioModel
import FolioNumbers

@testable import TestSupport

/// A small ledger with lots of one instrument, and a sale that is supposed.
struct SaleHistory {
  static let day: Day = "2024-06-14"
  var contents: LedgerContents
  /// The group and the units of each lot.
  var lots: [(id: String, units: Int)] = []
  var wanted = 0
  var price: ExactDecimal = "1"

  init(rules: TaxRules) {
    contents = LedgerContents(settings: .init(baseCurrency: "USD", taxRules: rules))
    contents.accounts = [LedgerAccount(id: "usd", currency: "USD")]
    contents.instruments = ["ACME", "OTHR"].map { LedgerInstrument(symbol: $0, currency: "USD") }
  }

  mutating func add(_ entry: GroupEntry) throws {
    contents.groups.append(try entry.group(in: contents))
  }

  /// A history by chance: lots of any age, also of the last 30 days, and another gain of the year.
  init(_ dice: inout Dice) throws {
    self.init(rules: .us)
    try add(.deposit(10_000, on: "2022-01-03", id: "start"))
    let days: [Day] = ["2022-03-01", "2023-02-01", "2023-06-14", "2023-06-13", "2024-01-10"]
    let recent: [Day] = ["2024-05-15", "2024-05-14", "2024-06-03", "2024-06-14"]
    let hasRecent = dice.chance(50)
    var bought: [(day: Day, units: Int, price: ExactDecimal)] = []
    for _ in 0..<2 + dice.below(3) {
      let day = dice.pick(hasRecent && dice.chance(40) ? recent : days)
      let units = 1 + dice.below(4)
      let cents = Int128(500 + dice.below(1_500))
      bought.append((day, units, try ExactDecimal(coefficient: cents, places: 2)))
    }
    for (number, lot) in bought.sorted(by: { $0.day < $1.day }).enumerated() {
      let id = "lot-\(number)"
      try add(.buy("ACME", lot.units, at: lot.price, on: lot.day, id: id))
      lots.append((id, lot.units))
    }
    if dice.chance(60) {
      let isLong = dice.chance(50)
      try add(.buy("OTHR", 1, at: 40, on: isLong ? "2022-03-01" : "2024-01-10", id: "other"))
      try add(.sell("OTHR", 1, at: 20 + dice.below(40), on: "2024-03-01", id: "sold"))
    }
    if dice.chance(15) { try add(.buy("ACME", 2, at: 10, on: "2024-06-20", id: "later")) }
    wanted = 1 + dice.below(lots.reduce(0) { $0 + $1.units })
    price = try ExactDecimal(coefficient: Int128(500 + dice.below(1_500)), places: 2)
  }

  func reader(_ contents: LedgerContents) -> LedgerReader {
    var reader = LedgerReader()
    reader.read(contents.document(), name: "ledger")
    return reader
  }

  var reader: LedgerReader { reader(contents) }

  /// The books with a sale that names its lots.
  func booked(selling units: [Int]) throws -> BookedLedger {
    var entry = try GroupEntry.sell("ACME", wanted, at: price, on: Self.day, id: "supposed")
    entry.occurredAt = try Timestamp(day: Self.day, hour: 23)
    var group = try entry.group(in: contents)
    group.stockLegs[0].lots = zip(lots, units).filter { $1 > 0 }.map {
      LedgerGroup.Lot($0.id, quantity: ExactDecimal($1))
    }
    var whole = contents
    whole.groups.append(group)
    let reader = reader(whole)
    return try BookedLedger(booking: try LedgerCheck(of: reader.finish()).ledger())
  }

  /// All numbers of whole units of each lot that add up to the sale.
  var allocations: [[Int]] {
    lots.reduce([[]]) { all, lot in
      all.flatMap { start in (0...lot.units).map { start + [$0] } }
    }.filter { $0.reduce(0, +) == wanted }
  }
}
