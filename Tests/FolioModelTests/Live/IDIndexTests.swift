import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

/// The owners of ids and the counts of days, against dictionaries.
struct IDIndexTests {
  @Test("After each change it has the owners of a dictionary", arguments: [200, 3_000, 40_000])
  func againstADictionary(ids: Int) {
    var dice = Dice(seed: UInt64(ids))
    var index = IDIndex()
    var owners: [IDIndex.Mark: GroupIndex] = [:]
    for step in 0..<TestScale.part(of: 300_000) {
      let mark = mark(dice.below(ids))
      #expect(index[mark] == owners[mark])
      if dice.chance(55) {
        #expect(index.insert(mark, GroupIndex(step)) == owners[mark])
        owners[mark] = owners[mark] ?? GroupIndex(step)
      } else {
        index.remove(mark)
        owners[mark] = nil
      }
    }
    #expect(index.count == owners.count)
    for number in 0..<ids { #expect(index[mark(number)] == owners[mark(number)]) }
  }

  /// Marks of which some dozens have one place, so that removal has to move some.
  private func mark(_ number: Int) -> IDIndex.Mark {
    let place = UInt64(number / 40) &* 0x9E37_79B9_7F4A_7C15
    return IDIndex.Mark(bits: place & ~0xFF_FF00 | UInt64(number % 40) << 9)
  }

  @Test("The same id in two tables is two, and a long id is known by its text")
  func marks() {
    var names = NameTable()
    let short = names.identifier(of: Array("g1".utf8))
    let long = names.identifier(of: Array("a group with a long name".utf8))
    var others = NameTable()
    _ = others.identifier(of: Array("another group with a long name".utf8))
    let same = others.identifier(of: Array("a group with a long name".utf8))
    #expect(long != same)
    #expect(IDIndex.Mark(long, .groups, in: names) == IDIndex.Mark(same, .groups, in: others))
    #expect(IDIndex.Mark(short, .groups, in: names) != IDIndex.Mark(short, .cashLegs, in: names))
    #expect(IDIndex.Mark(short, .groups, in: names) != IDIndex.Mark(long, .groups, in: names))
  }

  @Test("The last two days are those of a sorted array")
  func days() {
    var dice = Dice(seed: 5)
    var last = LastDays()
    var array: [Day] = []
    for _ in 0..<TestScale.part(of: 400) {
      guard let day = Day(daysSince1970: Int32(dice.below(40))) else { continue }
      last.add(day)
      array.append(day)
      let sorted = array.sorted()
      #expect(last == LastDays(sorted.last, earlier: sorted.dropLast().last))
    }
  }
}
