// One import of `Folio` gives an app every module that it needs.
@_exported import FolioReports
@_exported import FolioStores
