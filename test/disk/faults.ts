import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  concludeUnfinished,
  type Disk,
  type DiskOutcome,
  type Files,
  forkFile,
  lockFile,
  nodeFiles,
  redo,
  rewriteFile,
  undo,
} from '../../app/src/disk/index.ts'
import { isChange } from './changes.ts'
import {
  errno,
  makeScratch,
  memory,
  must,
  newText,
  oldText,
  quietProcesses,
  replaceBy,
  type Scratch,
  watched,
} from './scratch.ts'

const lock = lockFile({ waitMs: 0 })

/** Something that is done to a session, with what the session may hold before and after it. */
export interface Deed {
  readonly before: string
  readonly after: string
  /** The file that the deed is about. */
  readonly file: string
  prepare(scratch: Scratch): Promise<void>
  run(disk: Disk, scratch: Scratch): Promise<DiskOutcome<unknown>>
}

/** What is done, by name. */
export const deeds: Readonly<Record<string, Deed>> = {
  replace: {
    before: oldText,
    after: newText,
    file: 'session.jsonl',
    prepare: async () => {},
    run: (disk, { path }) =>
      rewriteFile(disk, path, () => ({ command: 'repair', lock, content: { bytes: Buffer.from(newText) } })),
  },
  undo: {
    before: newText,
    after: oldText,
    file: 'session.jsonl',
    prepare: async (scratch) => {
      must(await replaceBy(scratch.disk(), scratch.path, newText))
    },
    run: (disk) => undo(disk, { command: 'undo', writersOf: () => ({ lock }) }),
  },
  fork: {
    before: '',
    after: newText,
    file: 'fork.jsonl',
    prepare: async () => {},
    run: (disk, { folder }) => fork(disk, folder),
  },
  'undo of a fork': {
    before: newText,
    after: '',
    file: 'fork.jsonl',
    prepare: async (scratch) => {
      must(await fork(scratch.disk(), scratch.folder))
    },
    run: (disk) => undo(disk, { command: 'undo', writersOf: () => ({ lock, recentMs: 0 }) }),
  },
}

/** Errors that some step treats in a way of its own. */
export const treatedErrors: readonly string[] = [
  'EACCES',
  'EBUSY',
  'EEXIST',
  'EINVAL',
  'EIO',
  'EMFILE',
  'EMLINK',
  'ENOENT',
  'ENOSPC',
  'ENOSYS',
  'ENOTSUP',
  'EPERM',
  'EROFS',
  'EXDEV',
]

/** Errors that libuv has no name for: Node tells their number alone. */
export const unnamedErrors: readonly string[] = ['EDQUOT', 'ESTALE', 'EUCLEAN']

/** Every error that this machine knows. */
export const allErrors: readonly string[] = [...Object.keys(constants.errno), 'EUCLEAN']

/** How long a fault lasts: one call, or from then on; `full` fails only those calls that need room. */
export type Lasting = 'once' | 'dead' | 'full'

/** Fails each call of a deed, with the errnos given taking turns. */
export async function failEverywhere(
  deed: Deed,
  turns: readonly string[],
  lasting: Lasting = 'once',
): Promise<void> {
  const total = await countCalls(deed)
  expect(total).toBeGreaterThan(20)
  for (let at = 0; at < total; at += 1)
    await failAt(deed, { at, code: turns[at % turns.length] ?? '', lasting })
}

async function countCalls(deed: Deed): Promise<number> {
  let total = 0
  await inScratch(deed, async (scratch) => {
    must(await deed.run(scratch.disk({ files: watched(() => void total++) }), scratch))
  })
  return total
}

interface Fault {
  readonly at: number
  readonly code: string
  readonly lasting: Lasting
}

/** A pid that no process has: a disk that died took its process with it. */
const deadPid = 2 ** 22 + 1

/** Fails calls, and looks whether all is as it was or all is done, and whether one can go on from there. */
async function failAt(deed: Deed, fault: Fault): Promise<void> {
  await inScratch(deed, async (scratch) => {
    const { files, where } = faulty(fault)
    const processes = { ...quietProcesses, ...(fault.lasting === 'once' ? {} : { own: deadPid }) }
    const outcome = await deed.run(scratch.disk({ files, processes }), scratch)
    const told = `${where()}: ${outcome.ok ? 'done' : outcome.error.message}`
    expectTrue(deed, outcome, textOf(scratch, deed), told)
    if (!outcome.ok) expect(openIn(scratch), told).toEqual([])
    if (!outcome.ok && fault.lasting === 'full' && textOf(scratch, deed) === deed.before)
      expect(outcome.error.code, told).toBe('disk-full')
    expect(must(await concludeUnfinished(scratch.disk())), told).toBeUndefined()
    const now = textOf(scratch, deed)
    expect(scratch.names(), told).toEqual(names(deed, now))
    if (now === deed.before) must(await deed.run(scratch.disk(), scratch))
    expect(textOf(scratch, deed), told).toBe(deed.after)
    expect(scratch.names(), told).toEqual(names(deed, deed.after))
    await turnRound(deed, scratch, told)
  })
}

/** Looks whether what is told of a deed is true of its file. */
function expectTrue(deed: Deed, outcome: DiskOutcome<unknown>, now: string, told: string): void {
  if (outcome.ok) {
    expect(now, told).toBe(deed.after)
    return
  }
  const { code, message, exit } = outcome.error
  // The disk failed again while the old bytes were put back: only this failure may leave the new ones.
  expect(code === 'half-done' ? [deed.before, deed.after] : [deed.before], told).toContain(now)
  expect(message, told).toMatch(/^[`A-Z].*\.$/)
  expect([3, 4], told).toContain(exit)
}

/** The machine with a fault; tells where it was met first. */
function faulty({ at, code, lasting }: Fault): { readonly files: Files; readonly where: () => string } {
  let where = 'no fault'
  const files = watched((name, count, words) => {
    const isDue = lasting === 'once' ? count === at : count >= at
    // A handle is never missing.
    if (!isDue || (code === 'ENOENT' && typeof words[0] === 'number')) return
    if (lasting === 'full' && !needsRoom(name, words)) return
    if (where === 'no fault') where = `${code} (${lasting}) at call ${at}, ${name} ${String(words[0])}`
    // A close that fails has closed all the same; what is not there to remove is gone.
    if (name === 'close') nodeFiles.close(Number(words[0]))
    const isLost = name === 'remove' || String(words[0]).endsWith('.lock')
    if (code === 'ENOENT' && isLost) rmSync(String(words[0]), { force: true })
    throw errno(code)
  })
  return { files, where: () => where }
}

function needsRoom(name: keyof Files, words: readonly unknown[]): boolean {
  return isChange(name, words) && !['remove', 'removeFolder', 'truncate', 'setMode'].includes(name)
}

/** What was done can be undone; what was undone, done again. */
async function turnRound(deed: Deed, scratch: Scratch, where: string): Promise<void> {
  const request = { command: 'back', writersOf: () => ({ recentMs: 0 }) }
  const isUndo = deed.before !== oldText && deed.before !== ''
  const outcome = await (isUndo ? redo : undo)(scratch.disk(), request)
  expect(outcome, where).toMatchObject({ ok: true })
  expect(textOf(scratch, deed), where).toBe(deed.before)
}

async function inScratch(deed: Deed, use: (scratch: Scratch) => Promise<void>): Promise<void> {
  const scratch = makeScratch(oldText, memory)
  try {
    await deed.prepare(scratch)
    await use(scratch)
  } finally {
    scratch.remove()
  }
}

function fork(disk: Disk, folder: string): Promise<DiskOutcome<unknown>> {
  return forkFile(disk, { command: 'repair', path: join(folder, 'fork.jsonl'), bytes: Buffer.from(newText) })
}

function textOf({ folder }: Scratch, { file }: Deed): string {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch {
    return ''
  }
}

function names({ file }: Deed, text: string): readonly string[] {
  return ['other.jsonl', 'session.jsonl', ...(file === 'fork.jsonl' && text !== '' ? [file] : [])].sort()
}

/** The files in a scratch that this process has open. */
function openIn({ root }: Scratch): readonly string[] {
  if (process.platform !== 'linux') return []
  const links = readdirSync('/proc/self/fd').map((handle) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`)
    } catch {
      return ''
    }
  })
  return links.filter((link) => link.startsWith(root))
}
