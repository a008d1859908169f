// Every file of this target sees these modules and the ones below them. Importers of it do too.
@_exported import FolioCoinFlip
@_exported import FolioImporters
@_exported import FolioMCP
@_exported import FolioPage
@_exported import FolioPostgres
@_exported import FolioQuery
@_exported import FolioSQLite
@_exported import FolioSpreadsheet
@_exported import FolioSupabase
@_exported import FolioSystem
