/// A workbook in Office Open XML (ECMA-376), which Excel, LibreOffice and Numbers open: one sheet
/// for each report.
///
/// Numbers, dates and totals are real ones. A spreadsheet keeps 15 digits of a number. If a number
/// has more, the cell has the first 15, and a column beside it has all digits as text.
public enum Workbook {
  /// The bytes of a workbook. The same reports have the same bytes.
  /// - Throws: `ExportFault.notPossible` if a report has more rows than a sheet, or if the file is
  ///   too large.
  public static func bytes(of reports: [Report]) throws(ExportFault) -> [UInt8] {
    var styles = WorkbookStyles()
    var archive = ZipArchive()
    let names = sheetNames(of: reports)
    archive.add("[Content_Types].xml", Array(contentTypes(count: reports.count).utf8))
    archive.add("_rels/.rels", Array(relations([("officeDocument", "xl/workbook.xml")]).utf8))
    archive.add("xl/workbook.xml", Array(workbook(names).utf8))
    let parts =
      reports.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") }
      + [("styles", "styles.xml")]
    archive.add("xl/_rels/workbook.xml.rels", Array(relations(parts).utf8))
    for (index, report) in reports.enumerated() {
      let rows = report.rowCount + report.totals.count + report.remarks.count + 4
      if rows > Worksheet.mostRows {
        throw .notPossible(
          "'\(report.name)' has \(report.rowCount) rows, and a sheet holds about a million. "
            + "Choose a period with --from and --to, or use --format csv.")
      }
      archive.add("xl/worksheets/sheet\(index + 1).xml", Worksheet.xml(report, &styles))
      if archive.bytes.count > ZipArchive.mostBytes / 2 {
        throw .notPossible("the workbook is too large. Choose a period with --from and --to.")
      }
    }
    archive.add("xl/styles.xml", Array(styles.xml().utf8))
    return archive.finish()
  }

  /// The names of the sheets: those of the reports, in words. Titles may name the selection, and
  /// formulas in other files need names that stay.
  static func sheetNames(of reports: [Report]) -> [String] {
    var taken: Set<String> = []
    return reports.map { report in
      let words = String(report.name.map { $0 == "-" ? " " : $0 }.prefix(31))
      let name = words.prefix(1).uppercased() + words.dropFirst()
      let start = String(name.prefix(27))
      var (unique, number) = (name, 1)
      while !taken.insert(unique.lowercased()).inserted {
        number += 1
        unique = "\(start) \(number)"
      }
      return unique
    }
  }

  private static func contentTypes(count: Int) -> String {
    let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    var text = XMLText.start + "<Types xmlns=\"\(XMLText.packages)/content-types\">"
    text += "<Default Extension=\"rels\" "
    text += "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    text += "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
    text += "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(type).sheet.main+xml\"/>"
    for number in 0..<count {
      text += "<Override PartName=\"/xl/worksheets/sheet\(number + 1).xml\" "
      text += "ContentType=\"\(type).worksheet+xml\"/>"
    }
    text += "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(type).styles+xml\"/>"
    return text + "</Types>"
  }

  private static func relations(_ parts: [(type: String, target: String)]) -> String {
    var text = XMLText.start + "<Relationships xmlns=\"\(XMLText.packages)/relationships\">"
    for (number, part) in parts.enumerated() {
      text += "<Relationship Id=\"rId\(number + 1)\" Type=\"\(XMLText.office)/\(part.type)\" "
      text += "Target=\"\(part.target)\"/>"
    }
    return text + "</Relationships>"
  }

  private static func workbook(_ names: [String]) -> String {
    var text = XMLText.start
    text += "<workbook xmlns=\"\(XMLText.main)\" xmlns:r=\"\(XMLText.office)\"><sheets>"
    for (number, name) in names.enumerated() {
      text += "<sheet name=\"\(XMLText.escaped(name))\" sheetId=\"\(number + 1)\" "
      text += "r:id=\"rId\(number + 1)\"/>"
    }
    return text + "</sheets><calcPr calcId=\"0\" fullCalcOnLoad=\"1\"/></workbook>"
  }
}
