import FolioNumbers

/// A file of numbered blocks with checksums: two headers, and parts that are only appended.
///
/// It is never synced. A block that a power failure lost, that was overwritten or that is damaged
/// has a wrong checksum, and then the journal is read instead.
final class CacheFile {
  private let file: JournalFile
  /// A random number of this file, so that blocks of another one never fit.
  private let token: UInt64
  /// The first block after all parts.
  private var end: Int
  /// The last blocks that were read.
  private var blocks: [Int: [UInt8]] = [:]

  /// The size of a block, and of its content.
  private static let size = 4_096
  static let content = size - 4
  private static let mostBlocks = 512
  /// The numbers of the blocks with headers.
  private static let headers = 0..<2

  private init(_ file: JournalFile, token: UInt64, end: Int) {
    self.file = file
    self.token = token
    self.end = end
  }

  deinit { file.close() }

  /// A part of the file.
  struct Part: Hashable {
    var firstBlock: Int
    /// The number of bytes.
    var count: Int
    /// A random number, so that no block of another part in its place fits.
    var salt: UInt64

    var blockCount: Int { (count + CacheFile.content - 1) / CacheFile.content }
  }

  // MARK: Headers

  /// Opens a file and reads its headers, the newest first.
  static func open(
    _ path: String, isReadOnly: Bool, _ calls: any FileCalls
  ) throws(FileFault) -> (file: CacheFile, headers: [CacheHeader])? {
    guard try calls.regularInfo(of: path) != nil else { return nil }
    let file = try JournalFile(path, isReadOnly ? .reading : .writing, calls)
    var headers = headers(in: file)
    guard let newest = headers.first else {
      file.close()
      return nil
    }
    headers.removeAll { $0.token != newest.token }
    return (CacheFile(file, token: newest.token, end: newest.end), headers)
  }

  /// The headers, the newest first.
  private static func headers(in file: JournalFile) -> [CacheHeader] {
    var headers: [CacheHeader] = []
    for number in Self.headers {
      guard let bytes = try? file.bytes(at: number * size, count: size),
        let content = Self.content(of: bytes, salt: []),
        let header = CacheHeader(content)
      else { continue }
      headers.append(header)
    }
    return headers.sorted { $0.generation > $1.generation }
  }

  /// Whether the file still has its name, and a header is still the newest.
  func isNewest(_ header: CacheHeader, at path: String) -> Bool {
    guard let named = try? file.calls.info(of: path), let own = try? file.info(),
      named.isSameFile(as: own), let newest = Self.headers(in: file).first
    else { return false }
    return newest.generation == header.generation && newest.token == header.token
      && newest.end == header.end
  }

  /// Goes on after a header that is not the newest.
  func goOn(after header: CacheHeader) { end = header.end }

  /// Writes a header in the place of the older one.
  func write(_ header: inout CacheHeader) throws(FileFault) {
    header.generation += 1
    (header.token, header.end) = (token, end)
    let bytes = Self.block(header.encoded(), salt: [])
    try file.write(bytes, at: header.generation % 2 * Self.size)
  }

  // MARK: Parts

  /// Appends a part. A header has to name it.
  func append(_ bytes: [UInt8]) throws(FileFault) -> Part {
    let part = reserve(bytes.count)
    try write(bytes, at: 0, of: part)
    return part
  }

  /// The place of a part of so many bytes, which are written later.
  func reserve(_ count: Int) -> Part {
    let part = Part(firstBlock: end, count: count, salt: Self.random(file.calls))
    end += part.blockCount
    return part
  }

  /// Writes bytes of a part.
  /// - Parameters:
  ///   - bytes: whole blocks, unless they are the last ones of the part.
  ///   - offset: where they are in the part. A block begins there.
  func write(_ bytes: [UInt8], at offset: Int, of part: Part) throws(FileFault) {
    let first = part.firstBlock + offset / Self.content
    var (text, number): ([UInt8], Int) = ([], first)
    for start in stride(from: 0, to: bytes.count, by: Self.content) {
      let content = bytes[start..<min(start + Self.content, bytes.count)]
      text += Self.block(Array(content), salt: salt(of: number, part))
      blocks[number] = nil
      number += 1
    }
    try file.write(text, at: first * Self.size)
  }

  private func salt(of block: Int, _ part: Part) -> [UInt8] {
    var salt: [UInt8] = []
    salt.append(number: Int(bitPattern: UInt(token)), width: 8)
    salt.append(number: Int(bitPattern: UInt(part.salt)), width: 8)
    salt.append(number: block, width: 8)
    return salt
  }

  fileprivate func block(_ number: Int, of part: Part) throws(CacheFault) -> [UInt8] {
    if let known = blocks[number] { return known }
    guard let bytes = try? file.bytes(at: number * Self.size, count: Self.size),
      let content = Self.content(of: bytes, salt: salt(of: number, part))
    else { throw CacheFault() }
    if blocks.count >= Self.mostBlocks { blocks.removeAll(keepingCapacity: true) }
    blocks[number] = content
    return content
  }

  private static func block(_ content: [UInt8], salt: [UInt8]) -> [UInt8] {
    var block = content + [UInt8](repeating: 0, count: self.content - content.count)
    block.append(number: Int(Checksum.crc32((block + salt)[...])), width: 4)
    return block
  }

  /// The content of a block; nil if its checksum is wrong.
  private static func content(of block: [UInt8], salt: [UInt8]) -> [UInt8]? {
    guard block.count == size else { return nil }
    let content = Array(block[..<self.content])
    var sum: [UInt8] = []
    sum.append(number: Int(Checksum.crc32((content + salt)[...])), width: 4)
    return block[self.content...].elementsEqual(sum) ? content : nil
  }

  /// Creates a file in the place of another one.
  /// - Parameter fill: appends the parts and names them in the header.
  static func create(
    _ path: String, like journal: FileInfo, _ header: inout CacheHeader, _ calls: any FileCalls,
    _ fill: (CacheFile, inout CacheHeader) throws(FileFault) -> Void
  ) throws(FileFault) -> CacheFile {
    let new = try NewCacheFile(path, like: journal, calls)
    do throws(FileFault) {
      try fill(new.file, &header)
      try new.replace(&header)
      return new.file
    } catch {
      new.discard()
      throw error
    }
  }

  /// An empty file.
  fileprivate convenience init(_ file: JournalFile) {
    self.init(file, token: Self.random(file.calls), end: Self.headers.count)
  }

  private static func random(_ calls: any FileCalls) -> UInt64 {
    UInt64(calls.token(), radix: 16) ?? 0
  }
}

/// A cache file that is filled under a temporary name.
struct NewCacheFile {
  let file: CacheFile
  private let partial: PartialFile

  /// - Parameters:
  ///   - path: the path of the file that it will replace.
  ///   - journal: the file whose owner and permissions it gets.
  init(_ path: String, like journal: FileInfo, _ calls: any FileCalls) throws(FileFault) {
    PartialFile.removeLeftovers(of: path, calls)
    partial = try PartialFile(for: path, calls)
    file = CacheFile(partial.file.named(path))
    do throws(FileFault) {
      try partial.file.protect(like: journal)
    } catch {
      discard()
      throw error
    }
  }

  /// The temporary path.
  var path: String { partial.path }

  /// Writes the header, and gives the file its final name.
  func replace(_ header: inout CacheHeader) throws(FileFault) {
    header.generation = 0
    try file.write(&header)
    try partial.replace()
  }

  /// Removes the temporary file. The last reference to it closes it.
  func discard() { try? partial.file.calls.remove(partial.path) }
}

/// A part of a cache file.
struct FileBytes: CacheBytes {
  let file: CacheFile
  let part: CacheFile.Part

  var count: Int { part.count }

  func bytes(_ range: Range<Int>) throws(CacheFault) -> ArraySlice<UInt8> {
    let (first, start) = range.lowerBound.quotientAndRemainder(dividingBy: CacheFile.content)
    let block = try file.block(part.firstBlock + first, of: part)
    if start + range.count <= CacheFile.content { return block[start..<start + range.count] }
    var bytes = Array(block[start...])
    var number = first + 1
    while bytes.count < range.count {
      let rest = min(range.count - bytes.count, CacheFile.content)
      bytes += try file.block(part.firstBlock + number, of: part)[..<rest]
      number += 1
    }
    return bytes[...]
  }
}
