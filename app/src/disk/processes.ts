import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

/** A process that runs on this machine. */
export interface RunningProcess {
  readonly pid: number
  /** The name of the program: `node`, `claude`. */
  readonly name: string
}

/** A process, with what a store needs to recognise its own agent. */
export interface ProcessDetails extends RunningProcess {
  readonly words: readonly string[]
  /** The folder that it works in, where that may be read. */
  readonly folder: string | undefined
  /** When it began, in milliseconds since 1970, where that may be read. */
  readonly began: number | undefined
}

/** The facts about processes; `undefined` says that this machine does not tell. */
export interface Processes {
  readonly own: number
  readonly user: number | undefined
  /** Whether a process runs; one that has ended and was not yet collected by its parent does not. */
  isAlive(pid: number): boolean
  /** When a process began, in the kernel's ticks: tells a process from a later one with the same pid. */
  beganAt(pid: number): number | undefined
  /** The same as a time, in milliseconds since 1970. */
  startedAt(pid: number): number | undefined
  list(): readonly ProcessDetails[] | undefined
  /** The other processes that have files open for writing, by `device:inode`; only for the files asked for. */
  writers(isAskedFor: (key: string) => boolean): ReadonlyMap<string, readonly RunningProcess[]> | undefined
  /** The process that has a file locked with `flock`; undefined if none has, or if this machine does not tell. */
  lockedBy(inode: number): RunningProcess | undefined
  /** Waits without letting anything else run. */
  pause(milliseconds: number): void
}

/** The processes of the machine that we run on; Linux tells who has which file open, others do not. */
export const nodeProcesses: Processes = {
  own: process.pid,
  user: process.getuid?.(),
  isAlive,
  beganAt: (pid) => attempt(() => ticksOf(readFileSync(`/proc/${pid}/stat`, 'latin1'))),
  startedAt: (pid) => attempt(() => timeOf(pid)),
  list: () => pids()?.flatMap((pid) => attempt(() => detailsOf(pid)) ?? []),
  writers: (isAskedFor) => {
    const all = pids()
    return all === undefined ? undefined : writersAmong(all, isAskedFor)
  },
  lockedBy: (inode) => {
    const locks = attempt(() => readFileSync('/proc/locks', 'latin1')) ?? ''
    // The kernel tells devices otherwise than files do on some disks: the inode alone is compared.
    const line = new RegExp(`\\sFLOCK\\s+\\S+\\s+WRITE\\s+(\\d+)\\s+\\S+:${inode}\\s`).exec(locks)
    return line === null ? undefined : { pid: Number(line[1]), name: nameOf(Number(line[1])) }
  },
  pause: (milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  },
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' && !isZombie(pid)
  }
}

/** Whether a process has ended and only its number is left: its parent has not asked for its exit yet. */
function isZombie(pid: number): boolean {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  return stat !== undefined && /^[ZX]$/.test(stat.charAt(stat.lastIndexOf(')') + 2))
}

function pids(): number[] | undefined {
  if (process.platform !== 'linux') return undefined
  const names = attempt(() => readdirSync('/proc'))
  return names
    ?.filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid)
}

function detailsOf(pid: number): ProcessDetails {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  // Only asked of the few that are an agent; then of all sessions.
  const folder = once(() => attempt(() => readlinkSync(`/proc/${pid}/cwd`)))
  const began = once(() => attempt(() => timeOf(pid)))
  return {
    pid,
    name: nameOf(pid),
    words,
    get folder() {
      return folder()
    },
    get began() {
      return began()
    },
  }
}

// The kernel counts in hundredths of a second for all programs, on every machine that Node runs on.
const tickMs = 10

let booted: number | undefined

function timeOf(pid: number): number {
  booted ??= Number(/^btime (\d+)/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1]) * 1000
  return booted + ticksOf(readFileSync(`/proc/${pid}/stat`, 'latin1')) * tickMs
}

function nameOf(pid: number): string {
  return attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? 'unknown'
}

function writersAmong(
  all: readonly number[],
  isAskedFor: (key: string) => boolean,
): ReadonlyMap<string, readonly RunningProcess[]> {
  const found = new Map<string, RunningProcess[]>()
  for (const pid of all) {
    for (const key of new Set(writtenBy(pid, isAskedFor))) {
      found.set(key, [...(found.get(key) ?? []), { pid, name: nameOf(pid) }])
    }
  }
  return found
}

/** The files that a process may write to; none where it belongs to somebody else. */
function writtenBy(pid: number, isAskedFor: (key: string) => boolean): string[] {
  const handles = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []
  return handles.flatMap((handle) => {
    const path = attempt(() => readlinkSync(`/proc/${pid}/fd/${handle}`))
    if (path === undefined || !path.startsWith('/')) return []
    const stat = attempt(() => statSync(`/proc/${pid}/fd/${handle}`, { bigint: true }))
    if (stat === undefined || !stat.isFile()) return []
    const key = `${stat.dev}:${stat.ino}`
    return isAskedFor(key) && isForWriting(pid, handle) ? [key] : []
  })
}

function isForWriting(pid: number, handle: string): boolean {
  const info = attempt(() => readFileSync(`/proc/${pid}/fdinfo/${handle}`, 'latin1')) ?? ''
  const mode = /^flags:\s*(\d+)/m.exec(info)?.[1]
  // Gone while we looked; counts, for what it wrote is looked at afterwards.
  return mode === undefined || (Number.parseInt(mode, 8) & 3) !== 0
}

/** The 22nd word of `/proc/PID/stat`; the second one may hold blanks and brackets. */
function ticksOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
}

/** A question that is asked once, if at all. */
function once<Answer>(ask: () => Answer): () => Answer {
  let known: { readonly answer: Answer } | undefined
  return () => {
    known ??= { answer: ask() }
    return known.answer
  }
}

/** A process may end while it is read: then there is no answer. */
function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
