import Testing

@testable import TestSupport

/// Expects two texts to be the same byte for byte, and shows the first line that is not.
func expectSame(
  _ text: String, _ expected: String, at location: Testing.SourceLocation = #_sourceLocation
) {
  if Array(text.utf8) == Array(expected.utf8) { return }
  let got = text.split(separator: "\n", omittingEmptySubsequences: false)
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(got, wanted).enumerated().first { $1.0 != $1.1 }?.offset
  let index = line ?? min(got.count, wanted.count) - 1
  Issue.record(
    "line \(index + 1): expected \(wanted[index...].first ?? "") got \(got[index...].first ?? "")",
    sourceLocation: location)
}
