// One import of `Folio` gives an app every module that it needs.
@_exported import FolioBooking
@_exported import FolioDiagnostics
@_exported import FolioInterchange
@_exported import FolioModel
@_exported import FolioNumbers
@_exported import FolioReports
@_exported import FolioStores
@_exported import FolioValuation
