import Folio
import Testing

@testable import FolioImporters

/// The reader of XML: what it reads, what it refuses, and where faults are.
struct XMLScannerTests {
  private func tree(_ text: String) throws(FieldFault) -> XMLTree { try XMLTree(Array(text.utf8)) }

  private func fault(_ text: String) -> FieldFault? {
    do throws(FieldFault) {
      _ = try tree(text)
      return nil
    } catch {
      return error
    }
  }

  @Test("elements, attributes, references, CDATA, comments and namespaces are read")
  func parts() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- a comment with <tags> -->
      <f:file xmlns:f="urn:x" a='1 &lt; 2' f:b="&#65;&#x42;">
        <row>one &amp; two<![CDATA[ <three> &amp;]]></row><row/>
        <?ignored?>
        <row>  blank  </row>
      </f:file>
      """
    let tree = try tree(text)
    #expect(tree.name(0) == "file")
    #expect(try tree.attribute(0, "a") == "1 < 2")
    #expect(try tree.attribute(0, "b") == "AB")
    #expect(try tree.attribute(0, "c") == nil)
    let rows = tree.children(0, "row")
    #expect(try rows.map { try tree.text($0) } == ["one & two <three> &amp;", "", "blank"])
  }

  @Test(
    "faults have the byte that they are about",
    arguments: [
      ("<a><b></a>", "stands where </b>", 6), ("<a", "has no end", 0), ("<a>", "inside of <a>", 2),
      ("<a x='1' x='2'/>", "comes twice", 9), ("<a x=1/>", "no quotation marks", 5),
      ("<a x='<'/>", "has a <", 6), ("<a/><b/>", "second first element", 4),
      ("<a/>text", "outside", 4), ("<a><!-- ", "has no end", 3), ("</a>", "no start", 0),
      ("<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", "document type", 0),
      ("<a><", "name is missing", 4 - 1),
      ("<?xml version='1.0' encoding='Shift_JIS'?><a/>", "Shift_JIS", 0), ("  ", "no element", 0),
    ])
  func faults(_ text: String, _ message: String, _ offset: Int) {
    let found = fault(text)
    #expect(found?.message.contains(message) == true, "\(text): \(found?.message ?? "none")")
    #expect(found?.range?.lowerBound == offset, "\(text)")
  }

  @Test("references that are no characters are faults", arguments: ["&x;", "&", "&#xD800;", "&#;"])
  func references(_ text: String) throws {
    let tree = try tree("<a>\(text)</a>")
    #expect(throws: FieldFault.self) { try tree.text(0) }
  }

  @Test("the depth is bounded, and a deep file needs no stack")
  func depth() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    let limit = XMLScanner.depthLimit
    #expect(try tree(nested(limit)).elements.count == limit)
    #expect(fault(nested(limit + 1))?.message.contains("nested") == true)
  }

  @Test("objects are found by paths and by numbers, and circles end")
  func objects() throws {
    let text = """
      <file id="1">
        <list><item>a</item><item>b</item><other reference="../item[2]"/></list>
        <far reference="/file/list/item"/>
        <chain reference="../list/other"/>
        <object id="17">c</object><number reference="17"/>
        <one reference="../two"/><two reference="../one"/>
        <lost reference="../list/item[3]"/><high reference="../../../x"/>
      </file>
      """
    let tree = try tree(text)
    var references = try XStreamReferences(tree)
    func target(_ name: String) throws(FieldFault) -> String {
      guard let element = tree.child(0, name) else { return "no element" }
      return try tree.text(try references.target(element))
    }
    #expect(try target("far") == "a")
    #expect(try target("chain") == "b")
    #expect(try target("number") == "c")
    for name in ["one", "lost", "high"] {
      #expect(throws: FieldFault.self, "\(name)") { try target(name) }
    }
  }

  @Test(
    "files of Portfolio Performance that are no XML say what to do",
    arguments: [
      "PK\u{3}\u{4}\u{14}\u{0}\u{8}\u{8}\u{8}\u{0}data.xml", "PORTFOLIO\u{1}\u{2}", "PPPBV1\u{8}",
    ])
  func containers(_ start: String) {
    var run = ImportRun(formats: Importer.formats)
    run.read(Array(start.utf8), name: "a.portfolio")
    let findings = run.finish().findings.diagnostics
    #expect(findings.map(\.code) == [.unknownImportFile])
    #expect(findings.first?.help.contains("Save as > XML") == true)
  }
}
