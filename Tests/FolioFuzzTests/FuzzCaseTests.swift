import Folio
import FolioTools
import Testing

@testable import FolioFuzz
@testable import FolioInterchange
@testable import TestSupport

@Suite struct FuzzCaseTests {
  @Test("Many mutants are read, booked and reported without a failure")
  func campaign() {
    let count = TestScale.part(of: 1_500)
    let result = Batch(mutator: Mutator(bank), seed: 20_261_121, limitsTime: false).run(0..<count)
    #expect(result.total == count)
    #expect(result.mishaps.map(\.reason).isEmpty, "\(result.mishaps)")
    // A mutator that breaks everything, or nothing, finds nothing.
    for end in FuzzCase.End.allCases { #expect((result.ends[end] ?? 0) > count / 100, "\(end)") }
  }

  @Test("A mutant is read alike in one piece and through a window that moves")
  func windows() {
    let mutator = Mutator(bank)
    for index in 0..<TestScale.part(of: 400) {
      let bytes = mutator.input(index, seed: 5).bytes
      var whole = LedgerReader()
      whole.read(bytes, name: "a")
      var moving = LedgerReader(windowSize: 48)
      moving.read(bytes, name: "a")
      let (one, two) = (whole.finish(), moving.finish())
      #expect(one.faults == two.faults, "input \(index)")
      #expect(one.tables.groups.count == two.tables.groups.count, "input \(index)")
    }
  }

  @Test("Mutants are booked while they are read, on one core and on two")
  func streams() async throws {
    let mutator = Mutator(bank)
    var booked = 0
    for index in 0..<400 {
      let input = mutator.input(index, seed: 11)
      var alone = FuzzCase(input)
      let check = alone.read(input.bytes)
      if try alone.stream(check, BookingOptions()) { booked += 1 }
      if try await FuzzCase(input).streamOnTwoCores() { booked += 1 }
    }
    #expect((60..<500).contains(booked), "\(booked) of 800 were booked while they were read")
    let result = await Batch(mutator: mutator, seed: 12).streamOnTwoCores(
      0..<TestScale.part(of: 100))
    #expect(result.mishaps.map(\.reason).isEmpty, "\(result.mishaps)")
  }

  @Test("Mutants of files of other programs are accounted for")
  func imports() throws {
    let seeds = try ForeignSeed.all(in: importFolder)
    for kind in ForeignSeed.Kind.allCases {
      #expect(seeds.contains { $0.kind == kind }, "\(kind)")
    }
    let count = TestScale.part(of: 400)
    let mutator = Mutator(SeedBank([]), foreign: seeds)
    let result = Batch(mutator: mutator, seed: 20_261_126, limitsTime: false).run(0..<count)
    #expect(result.total == count)
    #expect(result.mishaps.map(\.reason).isEmpty, "\(result.mishaps)")
    for end in [FuzzCase.End.faulty, .reported] {
      #expect((result.ends[end] ?? 0) > count / 20, "\(end)")
    }
  }

  private func trial(_ text: String) -> FuzzCase {
    FuzzCase(FuzzInput(bytes: Array(text.utf8), choices: SplitMix(seed: 1)))
  }

  private func faults(at position: SourcePosition) -> LedgerFaults {
    let fault = Diagnostic(.unbalancedGroup, "off", help: "mend it", at: position)
    return LedgerFaults([fault], sources: [SourceFile(name: "a", contents: [0x7B, 0x7D])])
  }

  @Test("A fault beyond the end of the file, or without a place, is a failure")
  func places() throws {
    try trial("{}").examine(faults(at: SourcePosition(file: 0, offset: 1)))
    #expect(throws: FuzzFailure.self) {
      try trial("{}").examine(faults(at: SourcePosition(file: 0, offset: 3)))
    }
    #expect(throws: FuzzFailure.self) {
      try trial("{}").examine(faults(at: SourcePosition(file: 1, offset: 0)))
    }
    #expect(throws: FuzzFailure.self) { try trial("{}").examine(faults(at: .none)) }
    #expect(throws: FuzzFailure.self) { try trial("{}").examine(LedgerFaults([], sources: [])) }
  }

  @Test("A ledger with nothing in it is reported; what is no ledger is faulty")
  func ends() throws {
    #expect(try trial("{}").run() == .reported)
    #expect(try trial("[]").run() == .faulty)
    #expect(try trial("").run() == .faulty)
  }
}
