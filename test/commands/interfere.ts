import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** What a command meets with on its way. */
export interface Interference {
  /** Only what is done to files below this folder counts. */
  readonly home: string
  /** Whether calls that only look are counted too. */
  readonly areLooks?: boolean
  /** The call before which it happens; none: all calls are written down. */
  readonly at?: number
  /** What happens: it is killed, it is killed with half of a write done, or another process appends. */
  readonly what?: 'die' | 'die-halfway' | 'append'
  readonly append?: { readonly path: string; readonly text: string }
  /** A file for the names of the calls. */
  readonly notes: string
}

// Loaded before the command, which then finds these calls in the place of Node's.
const task = JSON.parse(process.env.INTERFERENCE ?? '{}') as Interference
const calls: string[] = []
const handles = new Set<unknown>()

const changes = [
  'writeSync',
  'renameSync',
  'fsyncSync',
  'linkSync',
  'unlinkSync',
  'mkdirSync',
  'rmdirSync',
  'fchmodSync',
  'fchownSync',
  'futimesSync',
  'utimesSync',
]
const looks = ['readSync', 'statSync', 'fstatSync', 'readdirSync', 'closeSync']

type Call = (...words: readonly unknown[]) => unknown
const { openSync, writeSync, writeFileSync } = fs
const machine = fs as unknown as Record<string, Call>

for (const name of [...changes, ...looks]) watch(name)
machine.openSync = (...words) => {
  const [path, flags] = words
  const isChange = (Number(flags) & fs.constants.O_CREAT) !== 0
  if (isBelow(path) && (isChange || task.areLooks === true)) meet('openSync', words)
  const handle = openSync(...(words as Parameters<typeof openSync>))
  if (isBelow(path)) handles.add(handle)
  return handle
}
syncBuiltinESMExports()
process.on('exit', () => writeFileSync(task.notes, JSON.stringify(calls)))

function watch(name: string): void {
  const call = machine[name] as Call
  machine[name] = (...words) => {
    if (isBelow(words[0])) meet(name, words)
    if (name === 'closeSync') handles.delete(words[0])
    return call(...words)
  }
}

/** Whether a path or a handle is of a file in the home. */
function isBelow(what: unknown): boolean {
  return typeof what === 'string' ? what.startsWith(task.home) : handles.has(what)
}

function meet(name: string, [handle, bytes]: readonly unknown[]): void {
  if (looks.includes(name) && task.areLooks !== true) return
  if (calls.push(name) - 1 !== task.at) return
  if (task.what === 'append' && task.append !== undefined) {
    const { path, text } = task.append
    execFileSync('sh', ['-c', 'cat >> "$0"', path], { input: text })
    return
  }
  if (task.what === 'die-halfway' && name === 'writeSync' && bytes instanceof Uint8Array)
    writeSync(Number(handle), bytes, 0, Math.floor(bytes.length / 2))
  process.kill(process.pid, 'SIGKILL')
}
