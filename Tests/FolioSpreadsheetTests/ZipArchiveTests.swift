import Testing

@testable import FolioSpreadsheet

@Suite("ZIP archives")
struct ZipArchiveTests {
  @Test("store their files and a directory of them")
  func layout() throws {
    var archive = ZipArchive()
    archive.add("a.txt", Array("one".utf8))
    archive.add("folder/b.txt", [])
    let bytes = archive.finish()
    #expect(bytes.starts(with: [0x50, 0x4B, 3, 4]))
    // The end of the directory has the number of files, twice, and the place of the directory.
    let end = Array(bytes.suffix(22))
    #expect(end.starts(with: [0x50, 0x4B, 5, 6]))
    #expect(end[8] == 2)
    #expect(end[10] == 2)
    let start = Int(end[16]) | Int(end[17]) << 8
    #expect(Array(bytes[start..<start + 4]) == [0x50, 0x4B, 1, 2])
    #expect(bytes.count == start + Int(end[12]) + 22)
  }
}
