import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { expect } from 'vitest'
import { concludeUnfinished, readLog, redo, undo } from '../../app/src/disk/index.ts'
import type { Task } from './child.ts'
import { makeScratch, memory, must, newText, oldText, replaceBy, type Scratch } from './scratch.ts'

/** A program that can be started again and again, without a build before it. */
export interface Program {
  readonly file: string
  remove(): void
}

/** Makes one file of a TypeScript program of this folder. */
export async function bundleProgram(name: string): Promise<Program> {
  const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'mortise-child-'))
  const file = join(folder, 'child.mjs')
  const build = await rolldown({
    input: source(name),
    platform: 'node',
    resolve: { alias: { '@mortise/core': source('../../core/src/index.ts') } },
  })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Where a child dies: at which call of what, and whether a write is cut in the middle. */
export type Point = Pick<Task, 'deed' | 'at' | 'isHalf' | 'appends'>

/** How many calls a deed makes. */
export async function countCalls(program: Program, point: Point): Promise<number> {
  return inScratch(point, async (scratch) => {
    const said = await run(program, scratch, point)
    const { ok, total } = JSON.parse(said) as { readonly ok: boolean; readonly total: number }
    expect(ok).toBe(true)
    return total
  })
}

/** Lets a child die, and looks whether all is old or all is new, and whether one can go on from there. */
export async function dieAt(program: Program, point: Point): Promise<void> {
  await inScratch(point, async (scratch) => {
    await run(program, scratch, point)
    const where = JSON.stringify(point)
    const start = point.deed === 'replace' ? oldText : newText
    const added = point.appends ?? ''
    const now = scratch.read()
    expect(partsOf(now, added), where).toBeDefined()
    must(await concludeUnfinished(scratch.disk()))
    expect(scratch.names(), where).toEqual(['other.jsonl', 'session.jsonl'])
    expect(readFileSync(join(scratch.folder, 'other.jsonl'), 'utf8'), where).toBe('other\n')
    expect(
      must(readLog(scratch.disk())).operations.map(({ result }) => result),
      where,
    ).not.toContain('unfinished')
    const settled = scratch.read()
    // The line was appended when the swap began; if it came so far, the line is there.
    expect(partsOf(settled, added), where).toBe(now === start ? '' : added)
    await goOn(scratch, settled.startsWith(newText), where)
  })
}

/** What follows the old or the new text: nothing, or the appended line as far as it was carried over. */
function partsOf(text: string, added: string): string | undefined {
  const base = [oldText, newText].find((each) => text.startsWith(each))
  const rest = base === undefined ? undefined : text.slice(base.length)
  return rest !== undefined && added.startsWith(rest) ? rest : undefined
}

/** From either side one gets to the other and back. */
async function goOn(scratch: Scratch, isNew: boolean, where: string): Promise<void> {
  const disk = scratch.disk()
  const request = { command: 'on', writersOf: () => ({ recentMs: 0 }) }
  if (!isNew) {
    const redone = await redo(disk, request)
    if (!redone.ok) must(await replaceBy(disk, scratch.path, newText, { recentMs: 0 }))
  }
  expect(scratch.read().startsWith(newText), where).toBe(true)
  must(await undo(disk, request))
  expect(scratch.read().startsWith(oldText), where).toBe(true)
  must(await redo(disk, request))
  expect(scratch.read().startsWith(newText), where).toBe(true)
}

async function inScratch<Value>({ deed }: Point, use: (scratch: Scratch) => Promise<Value>): Promise<Value> {
  const scratch = makeScratch(oldText, memory)
  try {
    if (deed === 'undo') must(await replaceBy(scratch.disk(), scratch.path, newText))
    return await use(scratch)
  } finally {
    scratch.remove()
  }
}

function run(program: Program, { path, state }: Scratch, point: Point): Promise<string> {
  const task: Task = { ...point, path, state }
  return new Promise((resolve) => {
    execFile(process.execPath, [program.file, JSON.stringify(task)], (_, stdout) => resolve(stdout))
  })
}

/** Runs things side by side, a few at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  use: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const worker = async (): Promise<void> => {
    for (const item of rest) await use(item)
  }
  await Promise.all([worker(), worker(), worker()])
}
