/// A choice of stores for the user who is signed in now.
struct Placed {
  /// The choice, with the store of the user.
  let choice: BackendChoice
  /// The store of the user on this device.
  let store: StoreAddress
  /// The shared store of the user, or why nobody can open it; nil if there is none.
  let remote: Result<StoreAddress, StoreFailure>?

  /// Finds out who is signed in, if the shared store has users.
  /// - Throws: the error of reading the session, because then nobody knows whose store to open.
  init(_ choice: BackendChoice) throws(StoreFailure) {
    var placed = choice
    if let remote = choice.remote?.address {
      do throws(StoreFailure) {
        let resolved = try remote.resolved()
        if let user = resolved.user {
          placed.store.address = try Self.place(for: user, choice.store.address)
        }
        self.remote = .success(resolved)
      } catch {
        guard case .unauthorized = error, remote.user == nil else { throw error }
        placed.store.address = try Self.place(for: nil, choice.store.address)
        self.remote = .failure(error)
      }
    } else {
      remote = nil
    }
    self.choice = placed
    store = placed.store.address
  }

  /// The store of a user, which is nobody else's from now on.
  private static func place(
    for user: String?, _ base: StoreAddress
  ) throws(StoreFailure) -> StoreAddress {
    guard let owner = StoreOwner(of: base) else { return base }
    let place = try owner.place(for: user)
    if let user { try StoreOwner(of: place)?.claim(for: user) }
    return place
  }
}
