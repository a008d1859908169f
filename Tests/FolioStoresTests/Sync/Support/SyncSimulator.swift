import FolioNumbers
import FolioStores

@testable import TestSupport

/// Two or three devices and a server, from a seed: people edit, clocks are wrong, requests are
/// lost, doubled and late, and devices crash at any step. No time passes and no thread runs, so a
/// seed always does the same.
final class SyncSimulator {
  /// What should have held and did not.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// What a run did, to see that it did something.
  struct Tally {
    var edits = 0
    var rounds = 0
    var crashes = 0
    var lostMessages = 0
    var doubledRequests = 0
    var lateRequests = 0
    var refusals = 0
    var losers = 0

    static func += (left: inout Tally, right: Tally) {
      left.edits += right.edits
      left.rounds += right.rounds
      left.crashes += right.crashes
      left.lostMessages += right.lostMessages
      left.doubledRequests += right.doubledRequests
      left.lateRequests += right.lateRequests
      left.refusals += right.refusals
      left.losers += right.losers
    }
  }

  struct Device {
    var book = StoreOperations(MemoryStorage(), name: "device")
    var memory = SyncState()
    var round: SyncRound?
    /// How wrong its clock is.
    var skew: Int
  }

  var dice: Dice
  var devices: [Device] = []
  var server = StoreOperations(MemoryStorage(), name: "server")
  var history = VersionHistory()
  var tally = Tally()
  var tick = 0
  /// How often a device crashes at a step, in percent; the network fails four times as often.
  private var trouble = 0
  /// Requests that arrive when nobody waits for them any more.
  private var late: [SyncRound.Request] = []

  /// - Parameter server: the store that the devices share; nil for one in memory.
  init(seed: UInt64, server: StoreOperations? = nil) {
    dice = Dice(seed: seed &* 0x9E37_79B9_7F4A_7C15)
    if let server { self.server = server }
    trouble = dice.below(5)
    let clocksAreRight = dice.chance(30)
    for _ in 0..<(2 + dice.below(2)) {
      devices.append(Device(skew: clocksAreRight ? 0 : dice.below(61) - 30))
    }
  }

  /// Runs it, and checks what came of it.
  func run(steps: Int = 60) throws -> Tally {
    try begin()
    for _ in 0..<steps {
      tick += dice.below(3)
      switch dice.below(100) {
      case 0..<35: try edit()
      case 35..<90:
        let number = dice.below(devices.count)
        for _ in 0...dice.below(10) { try step(number) }
      case 90..<95: crash(dice.below(devices.count))
      default: try deliverLate()
      }
    }
    try heal()
    return tally
  }

  private func begin() throws {
    let accounts = StoreInput(SimulatedEdits.accounts)
    try server.save(accounts, at: time(0))
    if dice.chance(50) {
      for number in devices.indices { try devices[number].book.save(accounts, at: time(0)) }
    }
  }

  /// A moment by a clock that is wrong; coarse, so that versions of the same time are common.
  func time(_ skew: Int) -> Timestamp {
    Timestamp(secondsSince1970: 1_700_000_000 + (tick + skew + 100) / 3 * 60)
  }

  private func crash(_ number: Int) {
    if devices[number].round != nil { tally.crashes += 1 }
    devices[number].round = nil
  }

  private func deliverLate() throws {
    guard !late.isEmpty else { return }
    let request = late.remove(at: dice.below(late.count))
    tally.lateRequests += 1
    _ = try answer(request, ofServer: true)
  }

  /// One step of the round of a device, over a bad network.
  private func step(_ number: Int) throws {
    var round =
      devices[number].round ?? SyncRound(devices[number].memory, limit: 3, keepsOrder: true)
    guard let request = round.request else {
      devices[number].round = nil
      tally.rounds += 1
      return
    }
    if dice.chance(trouble) { return crash(number) }
    if request.side == .remote, dice.chance(4 * trouble) {
      switch dice.below(4) {
      case 0:  // The request is lost.
        tally.lostMessages += 1
        return crash(number)
      case 1:  // The answer is lost.
        tally.lostMessages += 1
        _ = try answer(request, ofServer: true)
        return crash(number)
      case 2:  // The request comes when the device has given up.
        late.append(request)
        return crash(number)
      default:  // The request comes twice.
        tally.doubledRequests += 1
        late.append(request)
      }
    }
    guard let answer = try answer(request, number, ofServer: request.side == .remote) else {
      return crash(number)
    }
    if dice.chance(trouble) { return crash(number) }
    round.take(answer)
    devices[number].round = round
  }

  /// Carries out a request; nil where the store has changed and refuses.
  private func answer(
    _ request: SyncRound.Request, _ number: Int = 0, ofServer: Bool
  ) throws -> SyncRound.Answer? {
    if case .save(let memory) = request {
      devices[number].memory = memory
      return .done
    }
    do {
      return ofServer
        ? try server.answer(request) : try devices[number].book.answer(request)
    } catch StoreFailure.conflict(.storeChanged) {
      tally.refusals += 1
      return nil
    } catch {
      throw Violation(description: "\(request) failed: \(error)")
    }
  }

  /// The network is well again and nobody edits: some rounds, and all have the same.
  private func heal() throws {
    while !late.isEmpty { try deliverLate() }
    for number in devices.indices { devices[number].round = nil }
    let expected = try winners()
    for _ in 0..<8 {
      var moved = 0
      for number in devices.indices { moved += try wholeRound(number) }
      if moved == 0 { return try check(expected) }
    }
    throw Violation(description: "after 8 rounds of each device there is still something to move")
  }

  private func wholeRound(_ number: Int) throws -> Int {
    var round = SyncRound(devices[number].memory, limit: 3, keepsOrder: true)
    while let request = round.request {
      guard let answer = try answer(request, number, ofServer: request.side == .remote) else {
        throw Violation(description: "a store changed while nobody changed it")
      }
      round.take(answer)
    }
    return round.progress.sent + round.progress.taken
  }
}
