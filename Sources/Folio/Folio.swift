// The library's face: one import brings every layer that an app works with.
@_exported import FolioBooking
@_exported import FolioComposition
@_exported import FolioDiagnostics
@_exported import FolioInterchange
@_exported import FolioModel
@_exported import FolioNumbers
@_exported import FolioReports
@_exported import FolioSimpleModels
@_exported import FolioStores
@_exported import FolioSync
@_exported import FolioValuation
