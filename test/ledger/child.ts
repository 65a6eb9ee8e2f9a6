import { constants, writeSync } from 'node:fs'
import { fileSink, openLedger } from '../../app/src/doors/ledger.ts'
import { watched } from '../disk/scratch.ts'
import { says, wishes } from './says.ts'

/** What a child is told to do, and where it dies. */
export interface Task {
  readonly path: string
  readonly api: string
  /** The call of the disk that it dies at; none: it lives and says how many there were. */
  readonly at?: number
  /** How much of a write is done before it dies. */
  readonly share?: number
}

const task = JSON.parse(process.argv[2] ?? '{}') as Task
let total = 0

const files = watched((name, _, [handle, bytes]) => {
  if (['close', 'read', 'stat', 'statHandle', 'realPath', 'list'].includes(name)) return
  if (name === 'open' && (Number(bytes) & constants.O_CREAT) === 0) return
  if (total++ !== task.at) return
  if (name === 'write' && bytes instanceof Uint8Array) {
    writeSync(Number(handle), bytes, 0, Math.floor(bytes.length * (task.share ?? 0)))
  }
  process.kill(process.pid, 'SIGKILL')
})

/** Tells the parent what is durable; what it was told must be there, whatever comes next. */
const tell = (words: string): void => void writeSync(1, `${words}\n`)

const ledger = openLedger({ api: task.api, sink: await fileSink(task.path, { files }) })
await ledger.user('Read some files.')
tell('Read some files.')
for (let step = 0; step < 2; step++) {
  const turn = ledger.turn(says(task.api, wishes(2, step * 10)))
  const { kept } = await turn.run(
    async ({ id, index }) => {
      for (let tick = 0; tick < index * 3; tick++) await Promise.resolve()
      return `content for ${id}: ü 文件 ✓`
    },
    { concurrency: 2 },
  )
  for (const { id } of kept) tell(`content for ${id}: ü 文件 ✓`)
}
ledger.turn(says(task.api, [], 'That is all.'))
await ledger.close()
tell('That is all.')
tell(`calls ${total}`)
