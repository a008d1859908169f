import Folio
import Testing

/// A document that is booked while it is read and as a whole, with the answers as texts.
struct StreamTrial {
  var source: LedgerSource
  /// The same document, to be read as a whole from the start.
  var bytes: [UInt8]
  var options = BookingOptions()
  var user: String?
  /// How many groups a batch has.
  var batchSize = 3
  /// How many bytes are read at once.
  var windowSize = 512

  init(_ bytes: [UInt8], name: String = "ledger.json") {
    self.bytes = bytes
    source = LedgerSource(bytes, name: name)
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// What booking while reading said, and what is said in the end.
  struct Answer {
    var isBooked: Bool
    var text: String
  }

  private var stream: LedgerStream {
    var stream = LedgerStream(source, options, keeping: [.ids, .settledUnits], user: user)
    stream.batchSize = batchSize
    stream.windowSize = windowSize
    return stream
  }

  /// Reads and books in turns.
  func streamed() throws -> Answer { try answer(stream.book()) }

  /// Reads on one core and books on another.
  func streamedOnTwoCores() async throws -> Answer {
    try answer(await stream.bookOnTwoCores())
  }

  private func answer(_ outcome: LedgerStream.Outcome) throws -> Answer {
    switch outcome {
    case .booked(let booked): return Answer(isBooked: true, text: Self.reports(booked))
    case .needsWholeDocument(let again):
      var reader = LedgerReader(user: user)
      try reader.read(again)
      return Answer(isBooked: false, text: Self.whole(reader.finish(), options))
    }
  }

  /// What is said of the document read as a whole.
  var whole: String {
    var reader = LedgerReader(user: user)
    reader.read(bytes, name: source.name)
    return Self.whole(reader.finish(), options)
  }

  private static func whole(_ draft: LedgerDraft, _ options: BookingOptions) -> String {
    let check = LedgerCheck(of: draft)
    if !check.faults.isEmpty { return check.diagnostics(options).text() }
    do {
      return reports(try BookedLedger(booking: check.validPart, options))
    } catch {
      return error.text()
    }
  }

  /// The reports that are made of a ledger that is booked while it is read, and its warnings with
  /// their places.
  private static func reports(_ booked: BookedLedger) -> String {
    let made: [(String, () throws -> Report)] = [
      ("holdings", { try .holdings(booked) }), ("cash", { .cash(booked) }),
      ("gains", { .gains(booked) }), ("lots", { .lots(booked) }),
      ("income", { .income(booked) }),
      ("trial balance", { try .trialBalance(booked) }),
      ("positions", { try .positions(booked) }),
    ]
    let texts = made.map { name, report in
      "\(name)\n" + ((try? report().text(as: .json)) ?? "too many digits")
    }
    let warnings = LedgerFaults(booked.warnings, sources: booked.ledger.tables.sources).text()
    return texts.joined(separator: "\n") + warnings
  }
}

/// How often which way was gone.
struct StreamCount {
  var booked = 0
  var needsWholeDocument = 0

  /// Both ways say the same as the whole, which is made of the trial if it is not given. The texts
  /// are long: of two that differ, the first lines that do are shown.
  /// - Returns: whether the document was booked while it was read.
  @discardableResult
  mutating func expectSame(
    _ trial: StreamTrial, _ name: String, whole: String? = nil
  ) throws -> Bool {
    let answer = try trial.streamed()
    count(answer)
    expectEqual(answer.text, whole ?? trial.whole, name)
    return answer.isBooked
  }

  /// The same, also on two cores.
  mutating func expectSameOnTwoCores(
    _ trial: StreamTrial, _ name: String, whole: String? = nil
  ) async throws {
    let answer = try await trial.streamedOnTwoCores()
    let alone = try trial.streamed()
    count(answer)
    #expect(answer.isBooked == alone.isBooked, "\(name): two cores take another way")
    expectEqual(answer.text, whole ?? trial.whole, "\(name), on two cores")
    expectEqual(alone.text, answer.text, "\(name), on one core")
  }

  private mutating func count(_ answer: StreamTrial.Answer) {
    if answer.isBooked { booked += 1 } else { needsWholeDocument += 1 }
  }

  private func expectEqual(_ one: String, _ other: String, _ name: String) {
    if one == other { return }
    let pair = zip(one.split(separator: "\n"), other.split(separator: "\n")).first { $0 != $1 }
    Issue.record("\(name): \(pair?.0 ?? "nothing") is not \(pair?.1 ?? "nothing")")
  }
}
