import { expect } from 'vitest'
import type { Program } from '../disk/crash.ts'
import { inHome, type Ran, type Scratch } from './homes.ts'

/** A command that changes files. */
export interface Deed {
  readonly words: readonly string[]
  /** The commands that have to be done before it. */
  readonly before: readonly (readonly string[])[]
  /** The commands that take it back; the last ones are left out where all is back already. */
  readonly back: readonly (readonly string[])[]
}

const repair = ['repair', '7f3a', '--yes']

/** What is killed at every call; a new command that changes files is one row more. */
export const deeds = {
  repair: { words: repair, before: [], back: [['undo']] },
  compact: { words: ['compact', '7f3a', '--fraction', '0.6', '--yes'], before: [], back: [['undo']] },
  // Two sessions have such calls. One run is one undo; killed between the two and started again, they are two runs.
  clean: { words: ['clean', '--tools', 'Bash', '--yes'], before: [], back: [['undo'], ['undo']] },
  undo: { words: ['undo'], before: [repair], back: [['redo']] },
} as const satisfies Readonly<Record<string, Deed>>

type Files = ReturnType<Scratch['files']>

/** A deed as it goes where nothing happens: the files before and after, and the calls that it makes. */
export interface Course {
  readonly deed: Deed
  readonly before: Files
  readonly after: Files
  readonly calls: readonly string[]
}

/** Lets a command run to its end. */
export function courseOf(interference: Program, deed: Deed): Promise<Course> {
  return inHome(interference, async (scratch) => {
    await prepare(scratch, deed)
    const before = scratch.files()
    const { calls, exit, stderr } = await scratch.run(deed.words, {})
    expect(exit, stderr).toBe(0)
    const after = scratch.files()
    expect(after).not.toEqual(before)
    return { deed, before, after, calls }
  })
}

/** Where a command dies. */
export interface Point {
  readonly at: number
  readonly what: 'die' | 'die-halfway'
}

/**
 * Kills a command, and looks whether each file holds what it held or what it should hold, and nothing else changed.
 *
 * Then it is started again, and taken back.
 */
export async function dieAt(interference: Program, course: Course, point: Point): Promise<void> {
  const { deed, before, after } = course
  await inHome(interference, async (scratch) => {
    await prepare(scratch, deed)
    const where = `${deed.words[0]}, ${point.what} at call ${point.at}, ${course.calls[point.at]}`
    const { exit, stderr } = await scratch.run(deed.words, point)
    expect(exit, `${where}: ${stderr}`).toBeNull()
    const left = scratch.files()
    for (const [path, text] of Object.entries(before))
      expect([text, after[path]], `${where}: ${path}`).toContain(left[path])
    for (const path of Object.keys(left).filter((each) => !(each in before) && !(each in after)))
      expect(path, `${where}: left behind`).toMatch(ours)
    const isDone = Object.entries(after).every(([path, text]) => left[path] === text)
    if (!isDone) {
      await done(scratch, deed.words, where)
      expect(scratch.files(), where).toEqual(after)
    }
    // Whoever comes next tidies up what was left behind.
    for (const words of deed.back) if (!isBack(scratch, before)) await done(scratch, words, where)
    expect(scratch.files(), where).toEqual(before)
  })
}

function isBack(scratch: Scratch, before: Files): boolean {
  return JSON.stringify(scratch.files()) === JSON.stringify(before)
}

/** What Mortise itself puts beside a file for a moment: never seen by an agent, which looks for other names. */
const ours = /\/\.mortise-[^/]+\.(?:new|old)$/

async function prepare(scratch: Scratch, { before }: Deed): Promise<void> {
  for (const words of before) await done(scratch, words)
}

async function done(scratch: Scratch, words: readonly string[], where = ''): Promise<Ran> {
  const ran = await scratch.run(words)
  expect(ran.exit, `${where}: ${words.join(' ')}: ${ran.stderr}`).toBe(0)
  return ran
}
