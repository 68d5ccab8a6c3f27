/* Loaded before the C library (LD_PRELOAD): while the file that EIO_FILE names is there, writes and syncs of a database fail, as on a
   disk that breaks. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_broken(int file) {
  const char *mark = getenv("EIO_FILE");
  if (mark == NULL || access(mark, F_OK) != 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return strstr(path, ".sqlite") != NULL;
}

#define FAILING(name, result, parameters, ...)                                   \
  result name parameters {                                                       \
    if (is_broken(file)) {                                                       \
      errno = EIO;                                                               \
      return -1;                                                                 \
    }                                                                            \
    result(*next) parameters = (result(*) parameters)dlsym(RTLD_NEXT, #name);    \
    return next(__VA_ARGS__);                                                    \
  }

FAILING(write, ssize_t, (int file, const void *bytes, size_t count), file, bytes, count)
FAILING(pwrite, ssize_t, (int file, const void *bytes, size_t count, off_t at), file, bytes, count, at)
FAILING(pwrite64, ssize_t, (int file, const void *bytes, size_t count, off64_t at), file, bytes, count, at)
FAILING(fsync, int, (int file), file)
FAILING(fdatasync, int, (int file), file)
