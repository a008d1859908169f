import Folio
import FolioDiagnostics
import Synchronization
import Testing

@testable import FolioInterchange
@testable import TestSupport

/// Sources that give their bytes once: what was read comes from the file that kept it, and the
/// rest from the source.
struct PipeTests {
  /// A pipe that hands out a few bytes at a time, and can break.
  private struct Pipe: ByteSource, Sendable {
    var bytes: ArraySlice<UInt8>
    let most: Int
    let kept: Kept
    /// After so many bytes it can't be read any more.
    var limit = Int.max

    mutating func read(
      into buffer: UnsafeMutableRawBufferPointer
    ) throws(SourceFailure) -> Int {
      guard bytes.startIndex < limit else {
        throw SourceFailure(name: "-", reason: .other("it broke"))
      }
      let some = bytes.prefix(min(most, buffer.count))
      buffer.copyBytes(from: some)
      bytes = bytes.dropFirst(some.count)
      kept.add(some)
      return some.count
    }
  }

  /// What a pipe gave so far, and how often it was asked for.
  private final class Kept: Sendable {
    private let state = Mutex<(bytes: [UInt8], asked: Int)>(([], 0))
    let isFull: Bool

    init(isFull: Bool) { self.isFull = isFull }

    var count: Int { state.withLock { $0.bytes.count } }
    var asked: Int { state.withLock { $0.asked } }

    func add(_ bytes: ArraySlice<UInt8>) {
      if !isFull { state.withLock { $0.bytes += bytes } }
    }

    func bytes(_ offset: Int, _ count: Int) -> [UInt8] {
      state.withLock { state in
        state.asked += 1
        return Array(state.bytes.dropFirst(offset).prefix(count))
      }
    }
  }

  private func source(
    _ text: String, most: Int = 7, keptBy kept: Kept = Kept(isFull: false), limit: Int = .max
  ) -> LedgerSource {
    let file = SourceFile(name: "-") { kept.bytes($0, $1) }
    let pipe = Pipe(bytes: Array(text.utf8)[...], most: most, kept: kept, limit: limit)
    return LedgerSource(name: "-", size: nil, file: file, bytes: pipe)
  }

  private func trial(_ text: String, _ source: LedgerSource) -> StreamTrial {
    var trial = StreamTrial(Array(text.utf8), name: "-")
    trial.source = source
    (trial.batchSize, trial.windowSize) = (1, 64)
    return trial
  }

  /// Spoilt in its third group, with much behind it.
  private static let spoilt = StreamDocument.with {
    $0.groups[2] = StreamDocument.trade("g3", day: 3, paid: 1)
    $0.groups += (0..<100).map { StreamDocument.deposit("h\($0)", day: 6) }
  }.text

  @Test("What is booked is read once", arguments: [1, 7, 1_000])
  func once(_ most: Int) async throws {
    let text = StreamDocument().text
    for onTwoCores in [false, true] {
      let kept = Kept(isFull: false)
      let trial = trial(text, source(text, most: most, keptBy: kept))
      let answer =
        onTwoCores ? try await trial.streamedOnTwoCores() : try trial.streamed()
      #expect(answer.isBooked)
      #expect(answer.text == trial.whole)
      #expect(kept.asked == 0, "nothing has to be given back")
    }
  }

  @Test(
    "What has to be read as a whole comes once more, and then the rest", arguments: [1, 7, 900])
  func again(_ most: Int) async throws {
    for onTwoCores in [false, true] {
      let kept = Kept(isFull: false)
      let trial = trial(Self.spoilt, source(Self.spoilt, most: most, keptBy: kept))
      let answer =
        onTwoCores ? try await trial.streamedOnTwoCores() : try trial.streamed()
      #expect(!answer.isBooked)
      #expect(answer.text == trial.whole)
      #expect(answer.text.contains("-:3:1: error: group \"g3\" is out of balance"))
      #expect(kept.count == Self.spoilt.utf8.count, "every byte came through the pipe once")
    }
  }

  @Test("A fault in the first groups does not wait for the rest of the pipe")
  func early() throws {
    let kept = Kept(isFull: false)
    var stream = LedgerStream(source(Self.spoilt, keptBy: kept), .init(), keeping: .nothing)
    (stream.batchSize, stream.windowSize) = (1, 64)
    guard case .needsWholeDocument = try stream.book() else {
      Issue.record("a group that is out of balance was booked")
      return
    }
    #expect(kept.count < Self.spoilt.utf8.count / 2)
  }

  @Test("Where nothing was kept, that is told")
  func noRoom() async throws {
    let reason = "it has to be read twice, and there is no room on the disk to keep what came"
    let failure = SourceFailure(name: "-", reason: .other(reason))
    let trial = trial(Self.spoilt, source(Self.spoilt, keptBy: Kept(isFull: true)))
    #expect(throws: failure) { try trial.streamed() }
    await #expect(throws: failure) { try await trial.streamedOnTwoCores() }
    // What can be booked needs no room.
    let text = StreamDocument().text
    #expect(try self.trial(text, source(text, keptBy: Kept(isFull: true))).streamed().isBooked)
  }

  @Test("A pipe that breaks", arguments: [0, 300, 900])
  func broken(_ limit: Int) async throws {
    let text = StreamDocument().text
    let failure = SourceFailure(name: "-", reason: .other("it broke"))
    #expect(throws: failure) { try trial(text, source(text, limit: limit)).streamed() }
    await #expect(throws: failure) {
      try await trial(text, source(text, limit: limit)).streamedOnTwoCores()
    }
  }
}
