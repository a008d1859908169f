import Foundation
import Testing

@testable import FolioInterchange
@testable import TestSupport

/// Damaged documents: none ends the process, and none depends on where windows end.
struct FuzzTests {
  private static let tokens: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "null", "true", "-", "0", "1e9",
      "1e999999999999999999999", ".", "\n", "\"id\":", "\"amount\":\"1\"", "\u{0}", "{}", "[]",
      "99999999999999999999999999999999999999", "\"lots\":[{}]", "\"ratio\":\"1:0\"", "é",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xEF, 0xBB, 0xBF], [0xED, 0xA0, 0x80]]

  @Test(arguments: [
    Samples.nested.compact, Samples.nested.pretty, Samples.flat.spaced, Samples.lines,
  ])
  func damageDoesNoHarm(document: String) {
    var random = Random(seed: UInt64(document.utf8.count))
    let original = Array(document.utf8)
    for round in 0..<TestScale.part(of: 500) {
      var bytes = original
      for _ in 0...Int.random(in: 0..<3, using: &random) { Self.damage(&bytes, &random) }
      let whole = read(bytes)
      let pieces = read(bytes, window: Int.random(in: 1...300, using: &random))
      #expect(
        DraftText(whole, positions: true).lines == DraftText(pieces, positions: true).lines,
        "round \(round)")
      #expect(
        whole.faults.allSatisfy { !$0.position.isKnown || $0.position.offset <= bytes.count },
        "round \(round)")
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout Random) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let length = min(bytes.count - place, Int.random(in: 1...40, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes.removeSubrange(place..<place + length)
    case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
    case 4: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
    default: bytes.removeSubrange(place...)
    }
  }
}
