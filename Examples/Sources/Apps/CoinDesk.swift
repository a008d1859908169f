import Folio
import FolioCoinFlip
import Observation

/// The trading screen of CoinFlip. Trades are shown at once, sent when there is a network, and gone
/// from the screen when the service refuses them.
@MainActor @Observable
public final class CoinDesk {
  /// The rows on the screen.
  public private(set) var rows: CoinFlip.Document
  /// The trades that the service refused, with the reasons.
  public private(set) var refused: [CoinFlip.RefusedChange] = []
  /// The number of changes that wait for the network.
  public private(set) var waiting = 0
  /// Why the last trade was not possible; nil if it was.
  public private(set) var problem: String?

  private let service: CoinFlip.OfflineDataService
  private let desk: CoinFlip.OptimisticPortfolio
  private let now: @Sendable () -> Timestamp

  /// A desk that shows the cached rows of the user.
  public init(
    _ service: CoinFlip.OfflineDataService, now: @escaping @Sendable () -> Timestamp
  ) async throws {
    self.service = service
    self.now = now
    let rows = try await service.rows()
    self.rows = rows
    desk = CoinFlip.OptimisticPortfolio(service, rows)
  }

  /// Follows the service, until the task is cancelled.
  public func run() async {
    for await _ in await service.updates { await show() }
  }

  /// Buys or sells a coin.
  public func trade(_ order: CoinFlip.Order, id: String) async {
    guard let portfolio = rows.portfolios.first else { return }
    do {
      try await desk.trade(order, inPortfolio: portfolio.id, at: now(), transactionID: id)
      problem = nil
    } catch {
      problem = "\(error)"
    }
    await show()
  }

  /// Sends what waits. Without a network it goes on waiting.
  public func sync() async {
    do {
      try await service.sync()
    } catch {
      problem = "\(error)"
    }
    await show()
  }

  private func show() async {
    try? await desk.refresh()
    rows = await desk.shown
    refused = (try? await service.rejectedChanges()) ?? refused
    waiting = (try? await service.queuedChanges().count) ?? waiting
  }
}
