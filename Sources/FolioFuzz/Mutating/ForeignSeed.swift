import Foundation

/// A file of another program, a rule file or a file of answers, which is mutated.
struct ForeignSeed: Sendable {
  /// What reads it.
  enum Kind: Sendable, CaseIterable {
    case table, xml, json, journal, rules, answers
  }

  var kind: Kind
  /// Its path from the folder of all seeds.
  var path: String
  var bytes: [UInt8]

  /// The files below a folder, and the rules in the program.
  static func all(in folder: String) throws -> [ForeignSeed] {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    var seeds: [ForeignSeed] = []
    for name in names.sorted() {
      guard let kind = kind(of: name) else { continue }
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      seeds.append(ForeignSeed(kind: kind, path: name, bytes: Array(data)))
    }
    if seeds.isEmpty { throw UsageFault("there is no file to import in \(folder)") }
    seeds += RuleSet.builtIn.map {
      ForeignSeed(kind: .rules, path: "rules/\($0.name).json", bytes: $0.bytes)
    }
    return seeds
  }

  static func kind(of path: String) -> Kind? {
    if path.hasSuffix("answers.json") { return .answers }
    if path.hasSuffix(".json") { return path.hasSuffix("schema.json") ? nil : .json }
    if path.hasSuffix(".csv") { return .table }
    if path.hasSuffix(".xml") { return .xml }
    return [".journal", ".beancount", ".prices"].contains { path.hasSuffix($0) } ? .journal : nil
  }

  /// The file with other bytes; it may include the files beside it.
  func source(_ bytes: [UInt8], among seeds: [ForeignSeed]) -> ImportSource {
    let parts = path.split(separator: "/")
    let folder = parts.dropLast().joined(separator: "/")
    let files = Dictionary(seeds.map { ($0.path, $0.bytes) }) { first, _ in first }
    let included = ImportSource.Folder(
      contents: { path throws(SourceFailure) in
        guard let bytes = files["\(folder)/\(path)"] else {
          throw SourceFailure(name: path, reason: .notFound)
        }
        return bytes
      },
      entries: { path throws(SourceFailure) in
        let start = path.isEmpty ? folder + "/" : "\(folder)/\(path)/"
        return Set(
          files.keys.filter { $0.hasPrefix(start) }.map { file in
            let rest = file.dropFirst(start.count)
            let name = rest.prefix { $0 != "/" }
            return name.count == rest.count ? String(name) : name + "/"
          }
        ).sorted()
      })
    return ImportSource(
      bytes, name: parts.last.map(String.init) ?? path, including: included)
  }
}
