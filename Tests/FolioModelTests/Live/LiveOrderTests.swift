import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

/// The order of booking, against a sorted array.
struct LiveOrderTests {
  private static func day(_ number: Int) -> Day { Day(daysSince1970: Int32(number)) ?? .first }

  /// An entry at one of few times, so that numbers decide between many.
  private static func entry(_ number: Int, _ dice: inout Dice) throws -> LiveOrder.Entry {
    let day = day(dice.below(300))
    let time = try Timestamp(
      day: day, hour: dice.below(24), nanosecond: dice.chance(20) ? dice.below(3) : 0)
    return LiveOrder.Entry(
      OrderKey(time, GroupIndex(number)), tradeDay: Self.day(dice.below(400)),
      finalDay: Self.day(dice.below(400)), lastDay: Self.day(dice.below(400)))
  }

  @Test(
    "After each change it has the groups of a sorted array", arguments: [1, 2, 3, 4] as [UInt64])
  func againstAnArray(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var order = LiveOrder()
    var array: [LiveOrder.Entry] = []
    // Grows to several chunks, shrinks to nothing, and grows again.
    for step in 0..<TestScale.part(of: 60_000) {
      let grows = (step / TestScale.part(of: 15_000)) % 2 == 0
      if array.isEmpty || dice.chance(grows ? 80 : 20) {
        let entry = try Self.entry(step, &dice)
        order.insert(entry)
        array.insert(entry, at: array.partitioningIndex { $0.key >= entry.key })
      } else {
        let removed = array.remove(at: dice.below(array.count))
        #expect(order.remove(removed.key) == removed)
        #expect(order.remove(removed.key) == nil)
      }
      #expect(order.first == array.first)
      if step % 16 == 0 { try expectSame(order, array, &dice) }
    }
    #expect(order.entries(after: nil, limit: .max) == array)
  }

  private func expectSame(
    _ order: LiveOrder, _ array: [LiveOrder.Entry], _ dice: inout Dice
  ) throws {
    let other = try Self.entry(dice.below(100_000), &dice)
    let place = array.partitioningIndex { $0.key >= other.key }
    let first = array[place...].map(\.tradeDay).min() ?? .last
    #expect(order.firstTradeDay(from: other.key) == first)
    #expect(order.first(askingFrom: other.lastDay) == array.first { $0.lastDay >= other.lastDay })
    #expect(
      order.entries(after: other.key, limit: 40)
        == Array(array.filter { $0.key > other.key }.prefix(40)))
    let earlier = Array(array.prefix { $0.key <= other.key })
    let days = earlier.map(\.finalDay).sorted()
    #expect(
      OrderSum(earlier).finalDays == LastDays(days.last, earlier: days.dropLast().last))
    guard !array.isEmpty else { return }
    let known = dice.below(array.count)
    #expect(
      order.entries(after: array[known].key, limit: 40)
        == Array(array.dropFirst(known + 1).prefix(40)))
  }

  @Test("Made of entries in any order it is the same as one to which they were added")
  func madeAtOnce() throws {
    var dice = Dice(seed: 7)
    let entries = try (0..<3_000).map { try Self.entry($0, &dice) }
    var order = LiveOrder()
    for entry in entries { order.insert(entry) }
    #expect(
      LiveOrder(entries).entries(after: nil, limit: .max)
        == order.entries(after: nil, limit: .max))
  }

  @Test("A copy keeps its groups while the original changes")
  func copies() throws {
    var dice = Dice(seed: 3)
    var order = LiveOrder(try (0..<2_000).map { try Self.entry($0, &dice) })
    let copy = order
    let before = copy.entries(after: nil, limit: .max)
    for number in 2_000..<3_000 { order.insert(try Self.entry(number, &dice)) }
    #expect(copy.entries(after: nil, limit: .max) == before && before.count == 2_000)
  }
}
