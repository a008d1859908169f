import FolioNumbers
import Testing

@testable import FolioStores

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system does not let a program read or write a file, as on a phone that is locked.
@Suite("A file that the system hides")
struct HiddenFileTests {
  private static let codes = [EPERM, EACCES]

  private static func isRefused(_ error: any Error) -> Bool {
    switch error as? StoreFailure {
    case .unauthorized, .locked: true
    default: false
    }
  }

  @Test("is never taken for damaged when it is opened", arguments: codes)
  func opening(_ code: Int32) throws {
    let files = try JournalAnswerTests.written()
    files.closeAll()
    let wanted = try #require(JournalAnswerTests.script.get().states.last)
    var refused: [String] = []
    for call in ["target", "facts", "open", "read", "lock", "sync"] {
      for access in [StoreAccess.reading, .salvaging, .writing, .sharing] {
        files.refusal = { $0 == call ? code : nil }
        do {
          let storage = try JournalAnswerTests.open(access, files)
          #expect(try storage.contents().isSame(as: wanted), "\(call), \(access)")
        } catch {
          #expect(Self.isRefused(error), "\(call), \(access): \(error)")
          refused.append(call)
        }
        files.refusal = { _ in nil }
        files.closeAll()
      }
    }
    #expect(refused.count { $0 == "open" || $0 == "read" } == 8, "\(refused)")
  }

  @Test("answers again when it can be read, and without keeping its rows", arguments: codes)
  func answers(_ code: Int32) throws {
    let files = try JournalAnswerTests.written()
    let wanted = try #require(JournalAnswerTests.script.get().states.last)
    files.closeAll()
    for access in [StoreAccess.reading, .writing, .sharing] {
      let storage = try JournalAnswerTests.open(access, files)
      files.refusal = { $0 == "read" ? code : nil }
      let numbers = Array(wanted.groups.indices)
      #expect { try storage.groups(at: numbers) } throws: { Self.isRefused($0) }
      #expect { try storage.contents() } throws: { Self.isRefused($0) }
      files.refusal = { _ in nil }
      try expectSameAnswers(storage, wanted, "\(access)")
      #expect(storage.journal.contents == nil, "\(access)")
      files.closeAll()
    }
  }

  @Test("takes a change that it refused before", arguments: codes)
  func changes(_ code: Int32) throws {
    let files = SimulatedFiles()
    let keeper = try JournalStorage(Script.path, .creating, calls: files)
    var store = StoreOperations(keeper)
    try store.save(StoreInput(Sample.small), at: Sample.time(1))
    for call in ["write", "sync"] {
      var isFirst = true
      files.refusal = { made in
        guard made == call, isFirst else { return nil }
        isFirst = false
        return code
      }
      let deposit = StoreInput(Sample.deposit(call, "5"))
      #expect { try store.append(deposit, at: Sample.time(2)) } throws: { Self.isRefused($0) }
      #expect(throws: Never.self) { try store.append(deposit, at: Sample.time(2)) }
    }
    let contents = try keeper.contents()
    files.closeAll()
    #expect(try Script.open(.reading, files).contents().isSame(as: contents))
  }
}
