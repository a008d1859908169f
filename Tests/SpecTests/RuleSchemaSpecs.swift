import Folio
import Testing

@testable import FolioImporters

/// The JSON Schema of rule files names what the reader takes.
struct RuleSchemaSpecs {
  private func schema(_ path: String...) throws -> JSONNode {
    var node = try JSONNode.parse(try SpecFiles.bytes("import/rules.schema.json"))
    for key in path { node = try #require(node[key], "\(key)") }
    return node
  }

  private func words(_ node: JSONNode) throws -> [String] {
    guard case .array(let items) = node.content else { return [] }
    return items.compactMap(\.string).sorted()
  }

  private func keys(_ node: JSONNode) -> [String] {
    guard case .object(let members) = node.content else { return [] }
    return members.map(\.key).sorted()
  }

  @Test func `kinds and parts of rows are those of the reader`() throws {
    let row = try schema("$defs", "row", "properties")
    let kinds = try words(try #require(row["is"]?["enum"]))
    #expect(kinds == RowKind.allCases.map(\.rawValue).sorted())
    let parts = try words(try #require(row["as"]?["enum"]))
    #expect(parts == RowPart.allCases.map(\.rawValue).sorted())
    #expect(keys(row) == RuleReader.rowKeys.sorted())
  }

  @Test func `keys of tables are those of the reader`() throws {
    #expect(keys(try schema("$defs", "table", "properties")) == RuleReader.tableKeys.sorted())
  }

  @Test func `the documentation names each kind, part and key`() throws {
    let text = String(decoding: try SpecFiles.bytes("import/rules.md"), as: UTF8.self)
    let names =
      RowKind.allCases.map(\.rawValue) + RowPart.allCases.map(\.rawValue) + RuleReader.tableKeys
      + RuleReader.rowKeys
    for name in names {
      #expect(text.contains("`\(name)`") || text.contains("\"\(name)\""), "\(name)")
    }
  }
}
