// Importers build on booking and files. One import of `FolioImporters` gives a program both.
@_exported import FolioBooking
@_exported import FolioDiagnostics
@_exported import FolioInterchange
@_exported import FolioModel
@_exported import FolioNumbers
@_exported import FolioReports
@_exported import FolioValuation
