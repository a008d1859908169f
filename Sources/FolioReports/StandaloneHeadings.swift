// Headings that are read without those beside them. A short heading such as "Cur" saves space in a
// terminal. The tables of the page and of workbooks have room for words.
extension Report {
  private static let standaloneHeadings = [
    "currency": "Currency",
    "register.text": "Description and notes",
    "journal.text": "Description and notes",
  ]

  /// The report with headings that are clear by themselves.
  package var withStandaloneHeadings: Report {
    var report = self
    for (index, column) in columns.enumerated() {
      let heading =
        Self.standaloneHeadings["\(name).\(column.key)"] ?? Self.standaloneHeadings[column.key]
      if let heading { report.columns[index].heading = heading }
    }
    return report
  }
}
