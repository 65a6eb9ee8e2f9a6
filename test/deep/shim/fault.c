/*
 * Fails one call of a program that changes files below a folder. Loaded by LD_PRELOAD.
 *
 * FAULT_UNDER: the folder · FAULT_NOTES: a file for the names of the calls, in order ·
 * FAULT_AT: the number of the call that fails; none if it is not set · FAULT_ERRNO: the error it fails with ·
 * FAULT_HALF: a write that fails writes half of its bytes first.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int calls;

/* Notes a call; returns whether it is the one that fails. */
static int meets(const char *name) {
  const char *notes = getenv("FAULT_NOTES");
  const char *at = getenv("FAULT_AT");
  int number = atomic_fetch_add(&calls, 1);
  if (notes != NULL) {
    char line[64];
    int length = snprintf(line, sizeof line, "%s\n", name);
    long handle = syscall(SYS_openat, AT_FDCWD, notes, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (handle >= 0) {
      syscall(SYS_write, handle, line, length);
      syscall(SYS_close, handle);
    }
  }
  if (at == NULL || number != atoi(at)) return 0;
  errno = atoi(getenv("FAULT_ERRNO"));
  return 1;
}

static int is_below(const char *path) {
  const char *under = getenv("FAULT_UNDER");
  return under != NULL && path != NULL && strncmp(path, under, strlen(under)) == 0;
}

static int is_handle_below(int handle) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define ON_HANDLE(type, name, parameters, arguments) \
  type name parameters { \
    if (is_handle_below(handle) && meets(#name)) return -1; \
    return REAL(name) arguments; \
  }

#define ON_PATH(name, parameters, arguments) \
  int name parameters { \
    if (is_below(path) && meets(#name)) return -1; \
    return REAL(name) arguments; \
  }

ON_HANDLE(int, fsync, (int handle), (handle))
ON_HANDLE(int, fdatasync, (int handle), (handle))
ON_HANDLE(int, ftruncate, (int handle, off_t size), (handle, size))
ON_HANDLE(int, ftruncate64, (int handle, off64_t size), (handle, size))
ON_HANDLE(int, fchmod, (int handle, mode_t mode), (handle, mode))
ON_HANDLE(int, fchown, (int handle, uid_t user, gid_t group), (handle, user, group))
ON_HANDLE(int, futimens, (int handle, const struct timespec times[2]), (handle, times))
ON_HANDLE(ssize_t, writev, (int handle, const struct iovec *parts, int count), (handle, parts, count))

ON_PATH(unlink, (const char *path), (path))
ON_PATH(rmdir, (const char *path), (path))
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode))
ON_PATH(chmod, (const char *path, mode_t mode), (path, mode))
ON_PATH(truncate, (const char *path, off_t size), (path, size))

int rename(const char *from, const char *path) {
  if (is_below(path) && meets("rename")) return -1;
  return REAL(rename)(from, path);
}

int link(const char *from, const char *path) {
  if (is_below(path) && meets("link")) return -1;
  return REAL(link)(from, path);
}

ssize_t write(int handle, const void *bytes, size_t count) {
  if (is_handle_below(handle) && meets("write")) {
    int error = errno;
    if (getenv("FAULT_HALF") != NULL) REAL(write)(handle, bytes, count / 2);
    errno = error;
    return -1;
  }
  return REAL(write)(handle, bytes, count);
}

ssize_t pwrite64(int handle, const void *bytes, size_t count, off64_t at) {
  if (is_handle_below(handle) && meets("pwrite64")) return -1;
  return REAL(pwrite64)(handle, bytes, count, at);
}

/* The file is closed all the same, as by the kernel. */
int close(int handle) {
  int fails = is_handle_below(handle) && meets("close");
  int error = errno;
  int outcome = REAL(close)(handle);
  if (!fails) return outcome;
  errno = error;
  return -1;
}

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && is_below(path) && meets(#name)) return -1; \
    return REAL(name)(path, flags, mode); \
  }

OPENING(open)
OPENING(open64)
