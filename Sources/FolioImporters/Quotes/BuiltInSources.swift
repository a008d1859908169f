/// The source files in the program. `folio sources show NAME` prints them.
enum BuiltInSources {
  /// Each name with its file.
  static let files: [(name: String, text: String)] = [
    ("ecb", ecb), ("frankfurter", frankfurter), ("nbp", nbp), ("bank-of-canada", bankOfCanada),
    ("coingecko", coingecko), ("coingecko-pro", coingeckoPro), ("yahoo", yahoo),
    ("tiingo", tiingo), ("alpha-vantage", alphaVantage),
  ]

  // https://data.ecb.europa.eu/help/api/data
  private static let ecb = #"""
    {"format": "folio-source/1", "name": "ecb", "title": "European Central Bank, reference rates",
     "description": "No key. Units of a currency for one euro, on days of TARGET from about \#
    16:00 in Frankfurt. Read as the data portal documents its CSV; not tried against the server.",
     "gives": "rates", "rate": {"from": "EUR", "to": "{currency}"},
     "request": {
      "address": "https://data-api.ecb.europa.eu/service/data/EXR/D.{currency}.EUR.SP00.A\#
    ?startPeriod={from}&endPeriod={to}&format=csvdata",
      "pause": 200, "empty": [404]},
     "answer": {"form": "csv", "day": "TIME_PERIOD", "value": "OBS_VALUE"}}
    """#

  // https://frankfurter.dev/v1/
  private static let frankfurter = #"""
    {"format": "folio-source/1", "name": "frankfurter", "title": "Frankfurter, rates of central \#
    banks",
     "description": "No key. Rates from the base currency of the ledger. Read as version 1 is \#
    documented, which the service keeps and no longer develops; not tried against the server.",
     "gives": "rates", "rate": {"from": "{base}", "to": "{currency}"},
     "request": {
      "address": "https://api.frankfurter.dev/v1/{from}..{to}?base={base}&symbols={currency}",
      "pause": 200, "empty": [404]},
     "answer": {"form": "json", "rows": "/rates/*/*", "day": "#1", "value": ".",
      "error": ["/message"]}}
    """#

  // https://api.nbp.pl/en.html
  private static let nbp = #"""
    {"format": "folio-source/1", "name": "nbp", "title": "National Bank of Poland, table A",
     "description": "No key. Zloty for one unit of a currency; at most 367 days in one request. \#
    Read as documented; not tried against the server.",
     "gives": "rates", "rate": {"from": "{currency}", "to": "PLN"},
     "request": {
      "address": "https://api.nbp.pl/api/exchangerates/rates/a/{currency:lower}/{from}/{to}/\#
    ?format=json",
      "days": 360, "pause": 200, "empty": [404]},
     "answer": {"form": "json", "rows": "/rates/*", "day": "effectiveDate", "value": "mid"}}
    """#

  // https://www.bankofcanada.ca/valet/docs
  private static let bankOfCanada = #"""
    {"format": "folio-source/1", "name": "bank-of-canada", "title": "Bank of Canada, daily rates",
     "description": "No key. Canadian dollars for one unit of a currency, since 2017. Read as \#
    the Valet service documents its JSON; not tried against the server.",
     "gives": "rates", "rate": {"from": "{currency}", "to": "CAD"},
     "request": {
      "address": "https://www.bankofcanada.ca/valet/observations/FX{currency}CAD/json\#
    ?start_date={from}&end_date={to}",
      "pause": 200, "empty": [404]},
     "answer": {"form": "json", "rows": "/observations/*/*/v", "day": "/observations/#1/d", \#
    "value": ".",
      "needs": "/observations",
      "error": ["/message"]}}
    """#

  // https://docs.coingecko.com/reference/coins-id-market-chart-range
  private static let coingecko = #"""
    {"format": "folio-source/1", "name": "coingecko", "title": "CoinGecko, demo key",
     "description": "COINGECKO_DEMO_KEY has the key. The ticker is the id of a coin, such as \#
    bitcoin. Prices in the currency of the instrument; the last one of a day in UTC counts. The \#
    demo key knows 365 days. Read as documented; not tried against the server.",
     "gives": "prices",
     "request": {
      "address": "https://api.coingecko.com/api/v3/coins/{ticker}/market_chart/range\#
    ?vs_currency={currency:lower}&from={from:seconds}&to={to:seconds}",
      "headers": {"x-cg-demo-api-key": "{env:COINGECKO_DEMO_KEY}"}, "reach": 364, "pause": 2500},
     "answer": {"form": "json", "rows": "/prices/*", "day": "0", "day_form": "milliseconds",
      "value": "1", "currency": {"value": "{currency}"},
      "error": ["/error", "/error/status/error_message", "/status/error_message"]}}
    """#

  private static let coingeckoPro = #"""
    {"format": "folio-source/1", "name": "coingecko-pro", "title": "CoinGecko, pro key",
     "description": "COINGECKO_PRO_KEY has the key. The ticker is the id of a coin, such as \#
    bitcoin. Prices in the currency of the instrument; the last one of a day in UTC counts. Read \#
    as documented; not tried against the server.",
     "gives": "prices",
     "request": {
      "address": "https://pro-api.coingecko.com/api/v3/coins/{ticker}/market_chart/range\#
    ?vs_currency={currency:lower}&from={from:seconds}&to={to:seconds}",
      "headers": {"x-cg-pro-api-key": "{env:COINGECKO_PRO_KEY}"}, "pause": 150},
     "answer": {"form": "json", "rows": "/prices/*", "day": "0", "day_form": "milliseconds",
      "value": "1", "currency": {"value": "{currency}"},
      "error": ["/error", "/error/status/error_message", "/status/error_message"]}}
    """#

  // Yahoo documents no such interface. Its prices went through single precision, so seven digits
  // mean something, and they are restated for later splits.
  private static let yahoo = #"""
    {"format": "folio-source/1", "name": "yahoo", "title": "Yahoo, chart interface",
     "description": "No key. Yahoo does not document the interface, and may change or close it; \#
    read its terms. The ticker is Yahoo's, such as VWCE.DE. Prices are rounded to the seven \#
    digits that they have, and splits that Yahoo has taken into them are taken out. Not tried \#
    against the server.",
     "gives": "prices",
     "request": {
      "address": "https://query1.finance.yahoo.com/v8/finance/chart/{ticker}\#
    ?period1={from:seconds}&period2={to:seconds}&interval=1d&events=split",
      "headers": {"User-Agent": "Mozilla/5.0"}, "pause": 500},
     "answer": {"form": "json", "needs": "/chart/result/0/meta",
      "rows": "/chart/result/0/timestamp/*", "day": ".",
      "day_form": "seconds", "day_offset": "/chart/result/0/meta/gmtoffset",
      "value": "/chart/result/0/indicators/quote/0/close/#1",
      "currency": "/chart/result/0/meta/currency", "digits": 7,
      "splits": {"rows": "/chart/result/0/events/splits/*", "day": "date", "new": "numerator",
       "old": "denominator"},
      "error": ["/chart/error/description", "/finance/error/description"]}}
    """#

  // https://www.tiingo.com/documentation/end-of-day
  private static let tiingo = #"""
    {"format": "folio-source/1", "name": "tiingo", "title": "Tiingo, end of day",
     "description": "TIINGO_TOKEN has the key. Closing prices as they were, in dollars. Read as \#
    documented; not tried against the server.",
     "gives": "prices",
     "request": {
      "address": "https://api.tiingo.com/tiingo/daily/{ticker}/prices\#
    ?startDate={from}&endDate={to}&format=json",
      "headers": {"Authorization": "Token {env:TIINGO_TOKEN}"}, "pause": 500},
     "answer": {"form": "json", "rows": "/*", "day": "date", "value": "close",
      "currency": {"value": "USD"}, "error": ["/detail"]}}
    """#

  // https://www.alphavantage.co/documentation/#daily
  private static let alphaVantage = #"""
    {"format": "folio-source/1", "name": "alpha-vantage", "title": "Alpha Vantage, daily series",
     "description": "ALPHAVANTAGE_KEY has the key; a free one allows 25 requests a day. The last \#
    100 days, as they were. Answers name no currency, so prices are taken in that of the \#
    instrument: for London use an instrument in GBX. Read as documented; not tried against the \#
    server.",
     "gives": "prices",
     "request": {
      "address": "https://www.alphavantage.co/query\#
    ?function=TIME_SERIES_DAILY&symbol={ticker}&outputsize=compact&apikey={env:ALPHAVANTAGE_KEY}",
      "reach": 140, "pause": 1200},
     "answer": {"form": "json", "rows": "/Time Series (Daily)/*", "day": "#1", "value": "4. close",
      "error": ["/Error Message", "/Information", "/Note"]}}
    """#
}

extension QuoteSource {
  /// The names of the source files in this module.
  public static var builtInNames: [String] { BuiltInSources.files.map(\.name) }

  /// The source files in this module. A test reads each.
  public static let builtIn: [QuoteSource] = BuiltInSources.files.compactMap { name, text in
    try? QuoteSource(reading: Array("\(text)\n".utf8), name: "\(name).json")
  }
}
