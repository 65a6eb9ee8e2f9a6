import { writeSync } from 'node:fs'
import { type Files, lockFile, openDisk, replaceFiles } from '../../app/src/disk/index.ts'
import { isChange } from './changes.ts'
import { newText, quietProcesses, readAt, watched } from './scratch.ts'

/** The files that a child replaces together, and the call that it dies at. */
export interface ManyTask {
  readonly paths: readonly string[]
  readonly state: string
  readonly at?: number
}

const task = JSON.parse(process.argv[2] ?? '{}') as ManyTask
let total = 0
const disk = openDisk(task.state, { files: files(), processes: quietProcesses, run: 'beef' })
const outcome = await replaceFiles(
  disk,
  task.paths.map((path) => ({
    command: 'clean',
    lock: lockFile({ waitMs: 0 }),
    reading: readAt(disk, path),
    content: { bytes: Buffer.from(newText) },
  })),
)
const isDone = outcome.ok && outcome.value.every((each) => each.ok && each.value.state === 'replaced')
process.stdout.write(JSON.stringify({ isDone, total }))

function files(): Files {
  return watched((name, _, words) => {
    if (!isChange(name, words) || total++ !== task.at) return
    const [handle, bytes] = words
    if (name === 'write' && bytes instanceof Uint8Array)
      writeSync(Number(handle), bytes, 0, Math.floor(bytes.length / 2))
    process.kill(process.pid, 'SIGKILL')
  })
}
