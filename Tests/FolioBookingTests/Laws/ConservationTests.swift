import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("What holds of every history")
struct ConservationTests {
  @Test(
    "the books balance, and nothing that was paid gets lost",
    arguments: Way.third(0, of: Way.all + Way.ruled))
  func conservation(_ way: Way) throws {
    for history in way.histories(1..<(way.rules == .none ? 9 : 6)) {
      let booked = try Booked(history)
      expectSoundBooks(booked)
      expectZeroTrialBalance(booked, history)
      expectConservedCost(booked, history)
      expectConservedUnits(booked, history)
      expectCash(booked, history)
      expectEffects(booked, history)
    }
  }

  @Test("in base nothing that was paid gets lost", arguments: Way.third(1, of: Way.all + Way.ruled))
  func conservationInBase(_ way: Way) throws {
    for history in way.histories(81..<84, keepsUnits: true) {
      expectConservedBase(try Booked(history), history)
    }
  }

  @Test("the books balance without any rate, too", arguments: Way.third(2, of: Way.all + Way.ruled))
  func unrated(_ way: Way) throws {
    for history in way.histories(11..<13, rated: false) {
      let booked = try Booked(history)
      expectSoundBooks(booked)
      expectConservedCost(booked, history)
    }
  }

  @Test("going from one method to another loses nothing", arguments: LotScope.allCases)
  func methods(_ scope: LotScope) throws {
    for seed in UInt64(61)..<61 + TestScale.part(of: 10) {
      let way = Way(method: .fifo, scope: scope, fees: .capitalize)
      for var history in way.histories(seed..<seed + 1) {
        history.changeMethods()
        let booked = try Booked(history)
        expectSoundBooks(booked)
        expectConservedCost(booked, history)
        expectConservedUnits(booked, history)
        expectEffects(booked, history)
        #expect(Set(booked.result.disposals.map(\.matching)).count > 1, "\(history.name)")
      }
    }
  }

  @Test(
    "the order of unrelated rows changes nothing", arguments: Way.third(1, of: Way.all + Way.ruled))
  func order(_ way: Way) throws {
    for history in way.histories(21..<24) {
      let one = try Booked(history).summary
      let other = try Booked(history.shuffled()).summary
      #expect(one == other, "\(history.name)")
    }
  }

  @Test(
    "booking as of a day is booking what had happened by then",
    arguments: Way.third(2, of: Way.all + Way.ruled))
  func prefix(_ way: Way) throws {
    for history in way.histories(31..<33) {
      for step in TestScale.places(1..<4) {
        let day = history.groups[history.groups.count * step / 4].at.day
        let asOf = try Booked(history.builder()) { $0.asOf = day }
        let cut = try Booked(history.until(day).builder()) { $0.asOf = day }
        #expect(asOf.summary == cut.summary, "\(history.name), \(day)")
      }
    }
  }

  @Test("booking twice gives the same", arguments: Way.third(0, of: Way.all + Way.ruled))
  func again(_ way: Way) throws {
    for history in way.histories(41..<42) {
      #expect(try Booked(history).summary == (try Booked(history).summary))
    }
  }
}
