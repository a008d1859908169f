// Importers build on booking and files. One import of `FolioImporters` gives a program both.
@_exported import FolioReports
