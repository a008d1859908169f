import Synchronization
import Testing

@testable import FolioStores

@Suite("Parts that are read ahead")
struct ReadAheadTests {
  private struct Failed: Error {}

  @Test("come in their order, each read once", arguments: [0, 1, 3, 8])
  func order(capacity: Int) throws {
    let reads = Mutex<[Int]>([])
    let parts = ReadAhead<Int, Failed>(capacity: capacity) { number in
      reads.withLock { $0.append(number) }
      return number < 500 ? number : nil
    }
    var found: [Int] = []
    while let part = try parts.next() { found.append(part) }
    #expect(found == Array(0..<500))
    #expect(reads.withLock { $0.sorted().starts(with: 0...500) })
    #expect(Set(reads.withLock { $0 }).count == reads.withLock { $0.count })
  }

  @Test("end with the failure of the part that cannot be read", arguments: [0, 4])
  func failure(capacity: Int) throws {
    let parts = ReadAhead<Int, Failed>(capacity: capacity) { number throws(Failed) in
      if number == 20 { throw Failed() }
      return number
    }
    for number in 0..<20 { #expect(try parts.next() == number) }
    #expect(throws: Failed.self) { try parts.next() }
  }

  @Test("are read no more once reading is stopped", arguments: [0, 1, 4])
  func stop(capacity: Int) throws {
    final class File: Sendable {
      let isOpen = Mutex(true)
      let mistakes = Mutex(0)
    }
    for taken in 0..<50 {
      let file = File()
      let parts = ReadAhead<Int, Failed>(capacity: capacity) { [file] number in
        if !file.isOpen.withLock({ $0 }) { file.mistakes.withLock { $0 += 1 } }
        return number
      }
      for number in 0..<taken { #expect(try parts.next() == number) }
      parts.stop()
      file.isOpen.withLock { $0 = false }
      #expect(try parts.next() == nil)
      #expect(file.mistakes.withLock { $0 } == 0)
    }
  }
}
