import Testing

@testable import FolioInterchange

struct SHA256Tests {
  /// The examples of FIPS 180-4 and of NIST's test vectors.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `hashes are those of the standard`(text: String, hash: String) {
    #expect(SHA256.hexadecimal(of: Array(text.utf8)) == hash)
  }

  @Test func `parts hash like the whole`() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for size in [1, 7, 63, 64, 65, 119] {
      var hash = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        hash.update(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      let digits = hash.digest().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(digits == SHA256.hexadecimal(of: bytes))
    }
  }
}
