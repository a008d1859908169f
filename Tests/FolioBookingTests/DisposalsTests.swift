import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking

@Suite("The collection of disposals")
struct DisposalsTests {
  private func disposal(_ number: Int) -> Disposal {
    Disposal(
      quantity: ExactDecimal(number), proceeds: .zero, cost: .zero, proceedsBase: .zero,
      costBase: .zero, priceEffectBase: .zero, group: GroupIndex(number), openedBy: .missing,
      instrument: 0, account: 0, disposed: .first, acquired: nil, hasBase: false, currency: 0,
      cause: .sale, matching: .fifo)
  }

  @Test("keeps what is appended, in order, over many chunks", arguments: [0, 1, 1023, 1024, 5000])
  func order(_ count: Int) {
    var disposals = Disposals()
    for number in 0..<count { disposals.append(disposal(number)) }
    #expect(disposals.count == count)
    #expect(disposals.map(\.group) == (0..<count).map { GroupIndex($0) })
    #expect(disposals.reversed().map(\.group) == (0..<count).reversed().map { GroupIndex($0) })
  }

  @Test("changes one in place")
  func change() {
    var disposals = Disposals()
    for number in 0..<3000 { disposals.append(disposal(number)) }
    disposals[2047].disallowedBase = "1.50"
    #expect(disposals.filter { !$0.disallowedBase.isZero }.map(\.group) == [2047])
  }

  @Test("takes 144 bytes for each: it decides the memory that gains take (Specs/performance)")
  func size() { #expect(MemoryLayout<Disposal>.stride <= 144) }
}
