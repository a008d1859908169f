// The client library of PostgreSQL; Debian and Ubuntu have its header in libpq-dev.
#include <libpq-fe.h>
