import Foundation
import Household

// A day of a family, kept wherever FOLIO_STORE says: what it prints is always the same, but for the
// line on standard error.

do {
  let app = try HouseholdApp(
    environment: ProcessInfo.processInfo.environment,
    now: { .init(secondsSince1970: Int(Date.now.timeIntervalSince1970)) },
    newID: { UUID().uuidString },
    say: { try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8)) })
  print(try await app.day(), terminator: "")
} catch {
  print("cannot start: \(error)")
}
