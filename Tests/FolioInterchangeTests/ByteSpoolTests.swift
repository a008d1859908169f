import Testing

@testable import FolioInterchange

@Suite("Bytes that are kept until they are needed")
struct ByteSpoolTests {
  @Test("are the same in memory and on disk", arguments: [0, 10, 1_000])
  func contents(_ limit: Int) {
    var spool = ByteSpool(limit: limit)
    var all: [UInt8] = []
    for number in 0..<40 {
      let more = Array(repeating: UInt8(number), count: number % 7)
      let isKept = spool.append(more)
      #expect(isKept)
      all += more
      #expect(spool.count == all.count)
    }
    for start in [0, 1, all.count / 2, all.count] {
      var read: [UInt8] = []
      #expect(spool.forEachBlock(from: start) { read += $0 })
      #expect(read == Array(all[start...]))
    }
  }

  @Test("may be longer than a block")
  func long() {
    var spool = ByteSpool(limit: 0)
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 1_000) }
    let isKept = spool.append(bytes)
    #expect(isKept)
    var read: [UInt8] = []
    #expect(spool.forEachBlock(from: 0) { read += $0 })
    #expect(read == bytes)
  }

  @Test("may be none")
  func empty() {
    var blocks = 0
    #expect(ByteSpool().forEachBlock(from: 5) { blocks += $0.count })
    #expect(blocks == 0)
  }
}
