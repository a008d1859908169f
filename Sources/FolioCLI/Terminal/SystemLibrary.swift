// Makes the system's C library available in every file of the module.
@_exported import FolioSystem
