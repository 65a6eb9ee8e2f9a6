import { openDisk, resolveTarget } from '../../app/src/disk/index.ts'
import { mendRewrite, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { isChange } from '../disk/changes.ts'
import { must, quietProcesses, watched } from '../disk/scratch.ts'

/** Which session a child mends, and at which call it dies; none: it lives and says how many there were. */
export interface Mending {
  readonly path: string
  readonly state: string
  readonly at?: number
}

const { path, state, at } = JSON.parse(process.argv[2] ?? '{}') as Mending
let total = 0
const files = watched((name, _, words) => {
  if (isChange(name, words) && total++ === at) process.kill(process.pid, 'SIGKILL')
})
const disk = openDisk(state, { files, processes: quietProcesses })
const found = { store: openclaw, profile: undefined, target: must(resolveTarget(disk, path)) }
const { replaced } = must(await rewriteInPlace(disk, found, mendRewrite({ command: 'repair' })))
process.stdout.write(JSON.stringify({ state: replaced.state, total }))
