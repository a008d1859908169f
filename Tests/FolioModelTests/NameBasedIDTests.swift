import Testing

@testable import FolioModel

@Suite("Ids that are made from names")
struct NameBasedIDTests {
  @Test(
    "SHA-1 of the examples of FIPS 180-4 and RFC 3174",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (String(repeating: "01234567", count: 80), "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
    ])
  func digests(_ message: String, _ expected: String) {
    let digest = SHA1.digest(of: Array(message.utf8))
    let text = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(text == expected)
  }

  @Test("version 5 as Python's uuid.uuid5 makes it")
  func versionFive() {
    let domainNames = NameBasedID.bytes(of: "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
    let id = NameBasedID.version5(of: "www.example.com", in: domainNames)
    #expect(NameBasedID.text(id) == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    let namespace = NameBasedID.version5(of: "folio/simple-models", in: domainNames)
    #expect(namespace == NameBasedID.namespace)
  }

  @Test("the same names give the same id, and others another")
  func names() {
    #expect(NameBasedID.of("cash", in: "g1") == NameBasedID.of("cash", in: "g1"))
    let ids = [("cash", "g1"), ("stock", "g1"), ("cash", "g2"), ("b", "c/a"), ("a/b", "c")]
    #expect(Set(ids.map { NameBasedID.of($0.0, in: $0.1) }).count == ids.count)
  }
}
