// The system's SQLite; Debian and Ubuntu have its header in libsqlite3-dev.
#include <sqlite3.h>
