import Folio
import Observation

/// What the screens of a portfolio app show: holdings, gains, and the state of the sync. A view
/// reads the properties, and `.task { await model.run() }` keeps them up to date, whoever changes
/// the store: this screen, a sync, a widget, or another program.
@MainActor @Observable
public final class PortfolioModel {
  /// The holdings, by symbol.
  public private(set) var holdings: [Holding] = []
  /// The realized gains, in order of booking.
  public private(set) var gains: [RealizedGain] = []
  /// The cash accounts.
  public private(set) var cash: [CashAccountBalance] = []
  /// What is wrong with a merged ledger. The holdings are those of the sound part.
  public private(set) var faults: [String] = []
  /// The state of the sync; nil before the first one.
  public private(set) var status: SyncStatus?
  /// Changes of this device that lost against those of another one.
  public private(set) var lost: [SyncLoser] = []
  /// Why the last change was refused; nil if it was not.
  public private(set) var problem: String?
  /// The symbols that changed last, for highlighting.
  public private(set) var highlighted: Set<String> = []

  private let books: Books
  private let shared: AppParts.Shared?
  private let now: @Sendable () -> Timestamp

  /// Books the ledger of the app's store.
  public init(_ parts: AppParts, now: @escaping @Sendable () -> Timestamp) async throws {
    books = try await Books(of: parts.store)
    shared = parts.shared
    self.now = now
    await showAll()
  }

  /// Follows the books and the sync, until the task is cancelled.
  public func run() async {
    async let books: Void = followBooks()
    async let sync: Void = followSync()
    _ = await (books, sync)
  }

  /// Buys units. They are on the screen at once, and sent with the next sync.
  public func buy(_ symbol: String, _ quantity: String, at price: String, on day: Day) async {
    await change { try .buy(symbol, quantity, at: price, on: day) }
  }

  /// Sells units.
  public func sell(_ symbol: String, _ quantity: String, at price: String, on day: Day) async {
    await change { try .sell(symbol, quantity, at: price, on: day) }
  }

  /// Takes back a transaction, for example one that the server refuses.
  public func delete(_ id: String) async {
    do {
      await show(try await books.delete(id, at: now()))
      problem = nil
    } catch {
      problem = "\(error)"
    }
  }

  /// Syncs with the server. The result is in `status`.
  public func sync() async { _ = try? await shared?.sync.sync() }

  private func change(_ entry: () throws -> GroupEntry) async {
    do {
      await show(try await books.append(entry(), at: now()))
      problem = nil
    } catch {
      problem = "\(error)"
    }
  }

  private func followBooks() async {
    do {
      // Whatever happens after this line is heard; what was before is in the state.
      let changes = await books.changes
      await showAll()
      for try await change in changes { await show(change) }
    } catch {
      problem = "\(error)"
    }
  }

  private func followSync() async {
    guard let shared else { return }
    for await status in await shared.sync.statuses() {
      if case .synced(_, let progress) = status, progress.lost > 0 {
        lost = (try? await shared.state.load().losers) ?? lost
      }
      self.status = status
    }
  }

  private func showAll() async {
    show(await books.state)
    await showGains()
  }

  private func showGains() async {
    do { gains = try await books.gains() } catch { problem = "\(error)" }
  }

  private func show(_ change: BookChange) async {
    show(await books.state)
    highlighted = Set(change.holdings.map(\.id.symbol))
    // A gain may come before others.
    if change.reloadsRows || !change.gains.isEmpty { await showGains() }
  }

  private func show(_ state: BookState) {
    holdings = state.holdings
    cash = state.cash
    faults = state.faults.map(\.description)
  }
}
