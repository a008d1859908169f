import FolioNumbers

/// The values of texts, in whatever format a column is read from.
enum ColumnText {
  static func day(_ text: Span<UInt8>, _ column: String) throws(Finding) -> Day {
    do throws(DayFault) {
      return try Day.parse(text)
    } catch {
      throw Messages.day(error, column, text.copy)
    }
  }

  static func timestamp(_ text: Span<UInt8>, _ column: String) throws(Finding) -> Timestamp {
    do throws(TimestampFault) {
      return try Timestamp.parse(text)
    } catch {
      throw Messages.timestamp(error, column, text.copy)
    }
  }

  static func currency(_ text: Span<UInt8>, _ column: String) throws(Finding) -> Currency {
    do throws(CurrencyFault) {
      return try Currency(bytes: text)
    } catch {
      throw Messages.currency(error, column, text.copy)
    }
  }

  static func number(_ text: Span<UInt8>, _ column: String) throws(Finding) -> ExactDecimal {
    do throws(NumberFault) {
      return try ExactDecimal.parse(text)
    } catch {
      throw Messages.number(error, column, Messages.quoted(text.copy))
    }
  }
}
