// The library's face: one import brings every layer that an app works with.
@_exported import Composition
@_exported import Diagnostics
@_exported import ExactNumbers
@_exported import Interchange
@_exported import LedgerModel
@_exported import LotBooking
@_exported import Reports
#if SQLite
@_exported import SQLiteStores
#endif
@_exported import SimpleModels
@_exported import Stores
@_exported import Syncing
@_exported import Valuation
