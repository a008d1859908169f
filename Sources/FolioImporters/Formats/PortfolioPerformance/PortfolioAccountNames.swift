/// The accounts of a file of Portfolio Performance as a ledger names them.
///
/// A cash account has its uuid for an id, since its name can change. A securities account of a
/// ledger has nothing but a name.
struct PortfolioAccountNames {
  private var cash: [Int: (id: String, currency: Currency)] = [:]
  private var securities: [Int: String] = [:]
  private var taken: Set<String> = []

  /// Notes a cash account.
  mutating func note(
    _ element: Int, _ file: inout PortfolioFile, _ draft: inout ImportDraft
  ) throws(FieldFault) {
    let name = try file.text(element, "name")
    let uuid = try file.text(element, "uuid")
    let unit = try file.currency(of: element)
    let id = draft.account(uuid.isEmpty ? name : uuid, name: name, unit.currency)
    cash[element] = (id, unit.currency)
  }

  /// Notes a securities account. If two have one name, the second has a part of its uuid, too.
  mutating func noteSecurities(
    _ element: Int, _ file: inout PortfolioFile
  ) throws(FieldFault) {
    var name = try file.text(element, "name")
    let uuid = try file.text(element, "uuid")
    if name.isEmpty { name = uuid }
    if !taken.insert(name).inserted {
      name += " \(uuid.prefix(8))"
      taken.insert(name)
    }
    securities[element] = name
  }

  /// The name of a securities account.
  func securities(_ element: Int) -> String? { securities[element] }

  static let unknown = FieldFault(
    .partWithoutPartner, "the account of this transaction is not in the list of accounts",
    help: "Save the file again in Portfolio Performance.")

  /// The id of a cash account. A transaction in another currency than its account is a fault.
  func cash(of transaction: PortfolioTransaction) throws(FieldFault) -> String {
    guard let account = cash[transaction.account] else { throw Self.unknown }
    guard account.currency == transaction.currency else {
      throw FieldFault(
        .contradictoryRow,
        "the transaction is in \(transaction.currency.code), and its account in "
          + account.currency.code,
        help: "Correct the transaction in Portfolio Performance.")
    }
    return account.id
  }
}
