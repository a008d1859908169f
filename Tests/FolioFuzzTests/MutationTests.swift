import Testing

@testable import FolioFuzz

@Suite struct MutationTests {
  private func texts(_ kind: MutationKind, _ file: String, _ path: String = "a.csv") -> [String] {
    let seed = ForeignSeed(
      kind: ForeignSeed.kind(of: path) ?? .table, path: path, bytes: Array(file.utf8))
    return ForeignRows(seed).mutations(kind).map {
      String(decoding: $0.applied(to: seed.bytes), as: UTF8.self)
    }
  }

  private static let table = "Date,Kind,Amount\n2031-01-02,Buy,1234.50\n2031-01-01,Sell,-7\n"

  private func rows(_ kind: MutationKind) -> [String] {
    texts(kind, Self.table).map { String($0.dropFirst("Date,Kind,Amount\n".count)) }
  }

  @Test("Rows get lost and come twice, and files are cut")
  func rowsAsWholes() {
    let (one, two) = ("2031-01-02,Buy,1234.50\n", "2031-01-01,Sell,-7\n")
    #expect(rows(.dropped) == [two, one])
    #expect(rows(.doubled) == [one + one + two, one + two + two])
    #expect(rows(.cut) == ["", "2031-01-02,", one, one + "2031-01-0"])
  }

  @Test("Each amount gets another sign, size or mark")
  func amounts() {
    func changed(_ kind: MutationKind) -> [String] {
      rows(kind).map { text in
        let lines = text.split(separator: "\n").map { $0.split(separator: ",", maxSplits: 2)[2] }
        return lines.joined(separator: " ")
      }
    }
    #expect(changed(.sign) == ["-1234.50 -7", "1234.50 7"])
    #expect(changed(.tenfold) == ["12345.0 -7", "1234.50 -70"])
    #expect(changed(.hundredfold) == ["123450 -7", "1234.50 -700"])
    #expect(changed(.separator) == ["1,234.50 -7", "\"1,234.50\" -7"])
  }

  @Test("Days move, and the first of a month moves on")
  func days() {
    #expect(
      rows(.day) == [
        "2031-01-01,Buy,1234.50\n2031-01-01,Sell,-7\n",
        "2031-01-02,Buy,1234.50\n2031-01-02,Sell,-7\n",
      ])
    let words = ["3 Jan 2031", "Jan 3, 2031", "03.01.2031", "20310103", "01/03/2031", "3-Jan-31"]
    for word in words {
      #expect(texts(.day, "a;b;c\nx;\(word);5\n").count == 1, "\(word)")
      #expect(texts(.sign, "a;b;c\nx;\(word);5\n").count == 1, "\(word)")
    }
  }

  @Test("Neighbors change places, and currencies are others")
  func fields() {
    #expect(texts(.swapped, "a,b,c\nx,1,22,EUR\n") == ["a,b,c\nx,22,1,EUR\n"])
    #expect(texts(.currency, "a,b,c\nx,1,22,EUR\n") == ["a,b,c\nx,1,22,USD\n"])
  }

  @Test("Elements, objects and transactions are rows")
  func otherFormats() {
    let xml = "<A>\n<Trade tradeDate=\"20310102\" amount=\"5\"/>\n</A>\n"
    #expect(texts(.dropped, xml, "a.xml") == ["<A>\n</A>\n"])
    #expect(texts(.sign, xml, "a.xml").count == 1)
    let json = "[\n{\"type\": \"BUY\", \"n\": 1},\n{\"type\": \"SELL\", \"n\": 2}\n]\n"
    #expect(
      texts(.dropped, json, "a.json") == [
        "[\n{\"type\": \"SELL\", \"n\": 2}\n]\n", "[\n{\"type\": \"BUY\", \"n\": 1}]\n",
      ])
    let journal = "2031-01-02 buy\n  a  1 EUR\n  b\n\n2031-01-03 sell\n  a  2 EUR\n"
    #expect(texts(.dropped, journal, "a.journal").count == 2)
    #expect(texts(.tenfold, journal, "a.journal").count == 2)
  }

  @Test("A larger part of silent mistakes is worse, and fewer mistakes are no progress")
  func regressions() {
    let head = "format,kind,tried,fault,warning,no effect,silent,why silent\n"
    func table(_ numbers: String) -> MutationTable {
      MutationTable(recorded: head + "acb,row dropped,\(numbers),\"\"\n")
    }
    #expect(table("4,2,0,0,2").regressions(from: table("2,1,0,0,1")).isEmpty)
    #expect(table("4,1,0,0,3").regressions(from: table("4,2,0,0,2")).count == 1)
    #expect(MutationTable().regressions(from: table("2,1,0,0,1")).count == 1)
    #expect(table("4,1,0,0,3").text.hasSuffix("acb,row dropped,4,1,0,0,3,\"\"\n"))
  }
}
