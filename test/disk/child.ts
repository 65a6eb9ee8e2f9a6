import { writeFileSync, writeSync } from 'node:fs'
import { type Files, lockFile, openDisk, rewriteFile, undo } from '../../app/src/disk/index.ts'
import { isChange } from './changes.ts'
import { newText, quietProcesses, watched } from './scratch.ts'

/** What a child is told to do, and where it dies. */
export interface Task {
  readonly deed: 'replace' | 'undo'
  readonly path: string
  readonly state: string
  /** The call that it dies at; none: it lives and says how many there were. */
  readonly at?: number
  /** Whether a write is cut in the middle. */
  readonly isHalf?: boolean
  /** Whether somebody appends to the old file right after the swap. */
  readonly appends?: string
}

const task = JSON.parse(process.argv[2] ?? '{}') as Task
let total = 0
const disk = openDisk(task.state, { files: files(), processes: quietProcesses })
const lock = lockFile({ waitMs: 0 })
const outcome = await (task.deed === 'undo'
  ? undo(disk, { command: 'undo', writersOf: () => ({ lock }) })
  : rewriteFile(disk, task.path, () => ({
      command: 'repair',
      lock,
      content: { bytes: Buffer.from(newText) },
    })))
process.stdout.write(JSON.stringify({ ok: outcome.ok, total }))

function files(): Files {
  return watched((name, _, words) => {
    // Dying before a call that only looks is dying before the next one that changes something.
    if (!isChange(name, words)) return
    const count = total++
    const isSwap = name === 'rename' && words[1] === task.path
    // Between the last look and the swap: the line lands in the old file.
    if (isSwap && task.appends !== undefined) writeFileSync(task.path, task.appends, { flag: 'a' })
    if (count !== task.at) return
    const [handle, bytes] = words
    if (task.isHalf === true && name === 'write' && bytes instanceof Uint8Array) {
      writeSync(Number(handle), bytes, 0, Math.floor(bytes.length / 2))
    }
    process.kill(process.pid, 'SIGKILL')
  })
}
