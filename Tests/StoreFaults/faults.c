// Loaded before a program, this lets its calls of the system fail, or ends the program, at a chosen
// call. Only calls on files in one folder count.
//
//   FOLIO_FAULT_FOLDER  the folder, with a slash at its end
//   FOLIO_FAULT_COUNT   a file that gets the names of all calls, one a line
//   FOLIO_FAULT_AT      the number of the call, from 1
//   FOLIO_FAULT_KIND    fail, fail-twice, full, kill, kill-half
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { MOST_FILES = 4096 };
static char is_watched[MOST_FILES];
static long calls;

static const char *setting(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

static int is_in_folder(const char *path) {
  const char *folder = setting("FOLIO_FAULT_FOLDER");
  size_t length = strlen(folder);
  if (length == 0) return 0;
  if (strncmp(path, folder, length) == 0) return 1;
  return strlen(path) + 1 == length && strncmp(path, folder, length - 1) == 0;
}

static int is_watched_file(int file) {
  return file >= 0 && file < MOST_FILES && is_watched[file];
}

static void note(const char *call) {
  const char *path = setting("FOLIO_FAULT_COUNT");
  if (!*path) return;
  FILE *(*open_file)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
  FILE *file = open_file(path, "a");
  if (!file) return;
  fprintf(file, "%s\n", call);
  fclose(file);
}

// What becomes of a call: 0 it works, 1 it fails, 2 it does half of its work and the program ends.
static int judge(const char *call) {
  calls += 1;
  note(call);
  long at = atol(setting("FOLIO_FAULT_AT"));
  const char *kind = setting("FOLIO_FAULT_KIND");
  if (at == 0) return 0;
  if (strcmp(kind, "fail-twice") == 0 && calls == at + 1) { errno = EIO; return 1; }
  if (strcmp(kind, "full") == 0) {
    int grows = strcmp(call, "write") == 0 || strcmp(call, "open") == 0;
    if (calls >= at && grows) { errno = ENOSPC; return 1; }
    return 0;
  }
  if (calls != at) return 0;
  if (strcmp(kind, "kill") == 0) raise(SIGKILL);
  if (strcmp(kind, "kill-half") == 0) return 2;
  errno = EIO;
  return 1;
}

#define NEXT(type, name, ...) \
  static type (*next)(__VA_ARGS__); \
  if (!next) next = dlsym(RTLD_NEXT, #name)

static int watch_opened(int file, const char *path) {
  if (file >= 0 && file < MOST_FILES) is_watched[file] = is_in_folder(path) != 0;
  return file;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    NEXT(int, name, const char *, int, ...); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); \
    } \
    if (is_in_folder(path) && judge("open")) return -1; \
    return watch_opened(next(path, flags, mode), path); \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  NEXT(int, close, int);
  if (file >= 0 && file < MOST_FILES) is_watched[file] = 0;
  return next(file);
}

#define PWRITE(name, offset_type) \
  ssize_t name(int file, const void *bytes, size_t count, offset_type offset) { \
    NEXT(ssize_t, name, int, const void *, size_t, offset_type); \
    int verdict = is_watched_file(file) ? judge("write") : 0; \
    if (verdict == 1) return -1; \
    if (verdict == 2) { next(file, bytes, count / 2, offset); raise(SIGKILL); } \
    return next(file, bytes, count, offset); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t count) {
  NEXT(ssize_t, write, int, const void *, size_t);
  int verdict = is_watched_file(file) ? judge("write") : 0;
  if (verdict == 1) return -1;
  if (verdict == 2) { next(file, bytes, count / 2); raise(SIGKILL); }
  return next(file, bytes, count);
}

#define ON_FILE(name, call, ...) \
  int name(int file) { \
    NEXT(int, name, int); \
    if (is_watched_file(file) && judge(call)) return -1; \
    return next(file); \
  }
ON_FILE(fsync, "sync")
ON_FILE(fdatasync, "sync")

#define TRUNCATE(name, offset_type) \
  int name(int file, offset_type length) { \
    NEXT(int, name, int, offset_type); \
    if (is_watched_file(file) && judge("truncate")) return -1; \
    return next(file, length); \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define ON_PATHS(name, call) \
  int name(const char *path, const char *other) { \
    NEXT(int, name, const char *, const char *); \
    if (is_in_folder(path) && judge(call)) return -1; \
    return next(path, other); \
  }
ON_PATHS(rename, "rename")
ON_PATHS(link, "link")

int unlink(const char *path) {
  NEXT(int, unlink, const char *);
  if (is_in_folder(path) && judge("remove")) return -1;
  return next(path);
}
