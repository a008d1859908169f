import Folio
import FolioImporters
import Testing

@testable import FolioCLI

/// Journals that are imported together, in parts, or with patterns in their includes.
struct SeveralJournalSpecs {
  private static let purchase = """
    option "operating_currency" "USD"
    2024-01-02 * "Buy"
      Assets:Stocks   10 DUSK {100.00 USD}
      Assets:Cash  -1000.00 USD
    2024-01-03 * "Deposit"
      Assets:Cash   5000.00 USD
      Equity:Opening
    2024-01-03 * "Deposit"
      Assets:Cash   5000.00 USD
      Equity:Opening

    """
  private static let sale = """
    2024-01-03 * "Deposit"
      Assets:Cash   5000.00 USD
      Equity:Opening
    2024-01-04 * "Sell"
      Assets:Stocks   -4 DUSK {100.00 USD} @ 110.00 USD
      Assets:Cash    440.00 USD
      Income:Gains   -40.00 USD

    """

  private func session(_ files: [String: String]) -> CommandSession {
    CommandSession(files.mapValues { Array($0.utf8) })
  }

  @Test("a journal sells what another one bought, in any order of the files")
  func oneBook() throws {
    for order in [["buy.beancount", "sell.beancount"], ["sell.beancount", "buy.beancount"]] {
      let session = session(["buy.beancount": Self.purchase, "sell.beancount": Self.sale])
      session.run(["import"] + order + ["--output", "books.json"])
      #expect(session.status == 0, "\(session.errors)")
      // The deposit of both files is one; the other one is in one file only.
      #expect(session.errors.contains("1 × a transaction that an earlier journal has, too"))
      #expect(session.errors.contains("groups: 4 made"), "\(session.errors)")
      #expect(session.errors.contains("gains: 1 of 1 agree"), "\(session.errors)")
      let books = try #require(session.written["books.json"])
      let reports = CommandSession(["books.json": Array(books.utf8)])
      reports.run(["gains", "books.json", "--format", "csv"])
      // 4 × 110 less 4 × 100.
      #expect(reports.output.contains(",2024-01-02,2024-01-04,4,440.00,400.00,40.00,USD"))
      reports.run(["cash", "books.json", "--format", "csv"])
      // 5000 + 5000 − 1000 + 440.
      #expect(reports.output.contains("Assets:Cash,USD,9440.00"), "\(reports.output)")
    }
  }

  @Test("journals of two programs have a book each")
  func twoPrograms() {
    let other = "2024-01-03 Deposit\n    assets:bank  70.00 USD\n    equity:opening balances\n"
    let session = session(["buy.beancount": Self.purchase, "other.journal": other])
    session.run(["import", "other.journal", "buy.beancount"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors.contains("groups: 4 made"), "\(session.errors)")
    #expect(session.errors.contains("other.journal: journal, 1 row"))
  }

  @Test("a journal that grows adds only what is new to a store")
  func growing() {
    let session = session(
      ["buy.beancount": Self.purchase, "all.beancount": Self.purchase + Self.sale])
    session.run(["init", "memory:books", "--base", "USD"])
    session.run(["import", "buy.beancount", "--store", "memory:books"])
    #expect(session.errors.contains("added 3 groups"), "\(session.errors)")
    // The deposit is in it three times now.
    session.run(["import", "all.beancount", "--store", "memory:books"])
    #expect(session.errors.contains("added 2 groups"), "\(session.errors)")
    session.run(["import", "all.beancount", "--store", "memory:books"])
    #expect(session.errors.contains("added 0 groups"), "\(session.errors)")
  }

  // MARK: Patterns

  @Test("a pattern finds files and folders, in order, and not the file that has it")
  func patterns() {
    let day = "2024-01-02 * \"a\"\n  Assets:Cash  1 USD\n  Equity:X\n"
    let files = [
      "main.beancount": "include \"*.beancount\"\ninclude \"**/q[13].bean\"\n",
      "other.beancount": day, ".hidden.beancount": day, "a/q1.bean": day, "a/q2.bean": day,
      "a/b/q3.bean": day, ".git/q1.bean": day, "a/b/q4.bean": day,
    ]
    let session = session(files)
    session.run(["import", "main.beancount"])
    #expect(session.status == 0, "\(session.errors)")
    let read = session.errors.split(separator: "\n").compactMap { line in
      line.contains(": beancount, ") ? line.split(separator: " ").dropFirst().first : nil
    }
    #expect(
      read == ["main.beancount:", "other.beancount:", "a/b/q3.bean:", "a/q1.bean:"], "\(read)")
  }

  @Test(
    "a pattern that fits nothing, or leaves the folder, is a fault",
    arguments: ["*.ledger", "../*.beancount", "/etc/*.conf", "a/../../*", "[.beancount"])
  func noFiles(_ pattern: String) {
    let session = session(["books/main.beancount": "include \"\(pattern)\"\n"])
    session.run(["import", "books/main.beancount"])
    #expect(session.faultCodes.contains("F504"), "\(session.errors)")
  }

  @Test("a file with transactions that is included again is a fault, and so is one of beancount")
  func twice() {
    let transaction = "2024-01-02 food\n  expenses:food  1 USD\n  assets:cash\n"
    for (main, other) in [
      ("include a.hledger\ninclude *.hledger\n", transaction),
      ("include b.hledger\n", "include main.journal\n"),
    ] {
      let session = session(["main.journal": main, "a.hledger": other, "b.hledger": other])
      session.run(["import", "main.journal"])
      #expect(session.faultCodes.contains("F506"), "\(session.errors)")
    }
    let session = session([
      "main.beancount": "include \"a.bean\"\ninclude \"a.bean\"\n",
      "a.bean": "2024-01-02 price DUSK 10.00 USD\n",
    ])
    session.run(["import", "main.beancount"])
    #expect(session.faultCodes == ["F506"], "\(session.errors)")
  }

  @Test("a file of directives may be included wherever they hold")
  func directivesTwice() {
    let part = "include names.hledger\n2024-01-02 food\n  expenses:food  1 USD\n  chk\n"
    let session = session([
      "main.journal": "include a.hledger\ninclude b.hledger\n",
      "a.hledger": part, "b.hledger": part + "2024-01-03 food\n  expenses:food  2 USD\n  chk\n",
      "names.hledger": "account chk  ; type: C\nP 2024-01-02 DUSK 10.00 USD\n",
    ])
    session.run(["import", "main.journal"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.output.contains("chk:USD"), "\(session.output)")
  }

  // MARK: Short sales

  @Test("units that come back beyond what is owed are a fault")
  func beyondZero() {
    let session = session([
      "main.beancount": """
      2024-02-01 * "Sell short"
        Assets:Stocks  -10 DUSK {100.00 USD}
        Assets:Cash   1000.00 USD
      2024-02-02 * "Buy more than was sold"
        Assets:Stocks   12 DUSK {100.00 USD} @ 90.00 USD
        Assets:Cash  -1080.00 USD
        Income:Gains  -120.00 USD

      """
    ])
    session.run(["import", "main.beancount"])
    #expect(session.faultCodes == ["F506"], "\(session.errors)")
    #expect(session.errors.contains("only 10 are owed"), "\(session.errors)")
  }

  @Test("a sale without units is no short sale unless the journal says so")
  func missingPurchase() {
    for journal in [
      "2024-02-01 * \"a\"\n  Assets:Stocks  -10 DUSK {} @ 90.00 USD\n  Assets:Cash  900.00 USD\n"
        + "  Income:Gains\n",
      "2024-02-01 a\n  assets:stocks  -10 DUSK @ 90.00 USD\n  assets:cash  900.00 USD\n",
    ] {
      let session = session(["main.journal": journal])
      session.run(["import", "main.journal"])
      #expect(session.status == 1, "\(session.errors)")
      #expect(!session.errors.contains("[W622]"))
    }
  }
}
