// Every file of this target sees these modules and the ones below them. Importers of it do too.
@_exported import FolioStores
