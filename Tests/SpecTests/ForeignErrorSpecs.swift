import Folio
import FolioImporters
import Testing

/// Faults and warnings that only files of some other programs can have.
struct ForeignErrorSpecs {
  /// A file for each code.
  static let files = [
    "F521": """
    <client>
      <version>56</version>
      <accounts></client>

    """,
    "W611": """
    <client>
      <version>28</version>
      <accounts>
        <account>
          <name>Giro</name>
          <transactions>
            <account-transaction>
              <date>2015-01-02</date>
              <type>DEPOSIT</type>
              <amount>10000</amount>
            </account-transaction>
          </transactions>
        </account>
      </accounts>
    </client>

    """,
  ]

  @Test(arguments: files.keys.sorted())
  func codeHasItsGoldenText(_ code: String) throws {
    var run = ImportRun(formats: Importer.formats)
    run.read(Array((Self.files[code] ?? "").utf8), name: "export.xml")
    let result = run.finish()
    #expect(result.findings.diagnostics.map(\.code.rawValue) == [code])
    try Golden(path: "errors/\(code)/expected.txt").expect(
      result.findings.text() + "\(result.report)")
  }
}
