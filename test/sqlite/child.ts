import { openDisk, undo } from '../../app/src/disk/index.ts'
import { findOf } from '../../app/src/sessions/find/find.ts'
import { mendRewrite, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import { stores } from '../../app/src/stores/index.ts'
import { isChange } from '../disk/changes.ts'
import { must, quietProcesses, watched } from '../disk/scratch.ts'

/** Which home a child works on: it dies at a step of its repair, or goes on until somebody ends it. */
export interface RowTask {
  readonly folder: string
  readonly state: string
  readonly agent: string
  /** The step at which it dies; none: it lives, and says how many there were. */
  readonly at?: number
  /** Whether it repairs and undoes for ever. */
  readonly goesOn?: boolean
}

const { folder, state, agent, at, goesOn = false } = JSON.parse(process.argv[2] ?? '{}') as RowTask
let total = 0
const step = (): void => {
  if (total++ === at) process.kill(process.pid, 'SIGKILL')
}
const files = watched((name, _, words) => {
  if (isChange(name, words)) step()
})
const store = stores.find(({ name }) => name === agent)
const own = store?.inDatabase?.tables
if (store === undefined || own === undefined) throw new Error('There is no such agent.')
/** The tables of the agent, with a step before and after each change of rows. */
const watchedTables = {
  ...own,
  rewrite: (...words: Parameters<typeof own.rewrite>) => {
    step()
    own.rewrite(...words)
    step()
  },
  follow: (...words: Parameters<typeof own.follow>) => {
    own.follow(...words)
    step()
  },
}
const disk = openDisk(state, { files, processes: quietProcesses, tables: [watchedTables] })
const repair = async (): Promise<string> => {
  const [found] = findOf(disk, store, { folder, environment: {}, platform: process.platform }).found
  if (found === undefined) throw new Error('There is no session.')
  const watchedFound = { ...found, store: { ...found.store, tables: watchedTables } }
  return must(await rewriteInPlace(disk, watchedFound, mendRewrite({ command: 'repair', mendsCoped: true })))
    .replaced.state
}

if (!goesOn) process.stdout.write(JSON.stringify({ state: await repair(), total }))
while (goesOn) {
  await repair()
  must(await undo(disk, { command: 'undo' }))
  process.stdout.write('.')
}
