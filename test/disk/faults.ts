import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  type Disk,
  type DiskOutcome,
  forkFile,
  lockFile,
  nodeFiles,
  redo,
  rewriteFile,
  settleUnfinished,
  undo,
} from '../../app/src/disk/index.ts'
import {
  errno,
  makeScratch,
  memory,
  must,
  newText,
  oldText,
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

/** What a machine may say at any call. */
export const codes = [
  'EACCES',
  'EROFS',
  'ENOSPC',
  'EXDEV',
  'EMFILE',
  'EIO',
  'ENOENT',
  'EEXIST',
  'EPERM',
  'EBUSY',
]

/** Fails each call of a deed once, with the errnos given taking turns. */
export async function failEverywhere(deed: Deed, turns: readonly string[]): Promise<void> {
  const total = await countCalls(deed)
  expect(total).toBeGreaterThan(20)
  for (let at = 0; at < total; at += 1) await failAt(deed, at, turns[at % turns.length] ?? '')
}

async function countCalls(deed: Deed): Promise<number> {
  let total = 0
  await inScratch(deed, async (scratch) => {
    must(await deed.run(scratch.disk({ files: watched(() => void total++) }), scratch))
  })
  return total
}

/** Fails one call, and looks whether all is as it was or all is done, and whether one can go on from there. */
async function failAt(deed: Deed, at: number, code: string): Promise<void> {
  await inScratch(deed, async (scratch) => {
    let where = ''
    const files = watched((name, count, words) => {
      // A handle is never missing.
      if (count !== at || (code === 'ENOENT' && typeof words[0] === 'number')) return
      where = `${code} at call ${at}, ${name} ${String(words[0])}`
      // A close that fails has closed all the same; what is not there to remove is gone.
      if (name === 'close') nodeFiles.close(Number(words[0]))
      const isLost = name === 'remove' || String(words[0]).endsWith('.lock')
      if (code === 'ENOENT' && isLost) rmSync(String(words[0]), { force: true })
      throw errno(code)
    })
    const outcome = await deed.run(scratch.disk({ files }), scratch)
    const now = textOf(scratch, deed)
    if (outcome.ok) expect(now, where).toBe(deed.after)
    else {
      expect(now, `${where}: ${outcome.error.message}`).toBe(deed.before)
      expect(outcome.error.message, where).toMatch(/^[`A-Z].*\.$/)
      expect([3, 4], where).toContain(outcome.error.exit)
      expect(openIn(scratch), where).toEqual([])
    }
    expect(must(await settleUnfinished(scratch.disk())), where).toBeUndefined()
    expect(scratch.names(), where).toEqual(names(deed, now))
    if (!outcome.ok) must(await deed.run(scratch.disk(), scratch))
    expect(textOf(scratch, deed), where).toBe(deed.after)
    expect(scratch.names(), where).toEqual(names(deed, deed.after))
    await turnRound(deed, scratch, where)
  })
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
