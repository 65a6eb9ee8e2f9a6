import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Deed } from '../../commands/crash.ts'
import { inHome, type Scratch } from '../../commands/homes.ts'
import type { Program } from '../../disk/crash.ts'

/** A library that makes calls of libc fail, compiled for this machine. */
export interface Shim {
  readonly file: string
  remove(): void
}

/** Compiles the library; undefined, with the reason printed, where that cannot be done. */
export function compileShim(): Shim | undefined {
  if (process.platform !== 'linux') return without(`LD_PRELOAD is for Linux, this is ${process.platform}`)
  const folder = mkdtempSync(join(tmpdir(), 'mortise-shim-'))
  const file = join(folder, 'fault.so')
  const source = fileURLToPath(new URL('fault.c', import.meta.url))
  const { status, stderr, error } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', file, source, '-ldl'], {
    encoding: 'utf8',
  })
  if (status === 0) return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
  rmSync(folder, { recursive: true, force: true })
  return without(error === undefined ? `cc failed: ${stderr}` : 'there is no C compiler `cc`')
}

function without(reason: string): undefined {
  console.log(`skipped: faults of libc: ${reason}`)
  return undefined
}

/** The call that fails, and how. */
export interface Fault {
  readonly at: number
  readonly errno: string
  readonly isHalf?: boolean
}

/** Every error that the kernel knows by a name here. */
export const errnos: Readonly<Record<string, number>> = { ...constants.errno, EUCLEAN: 117 }

type Files = ReturnType<Scratch['files']>

/** A command as it goes where nothing fails. */
export interface Course {
  readonly deed: Deed
  readonly before: Files
  readonly after: Files
  readonly calls: readonly string[]
}

/** Lets a command run to its end, and notes the calls of libc that it makes to change files. */
export function courseOf(shim: Shim, interference: Program, deed: Deed): Promise<Course> {
  return inHome(interference, async (scratch) => {
    for (const words of deed.before) await done(scratch, words)
    const before = scratch.files()
    const { exit, stderr, calls } = await run(shim, scratch, deed.words)
    expect(exit, stderr).toBe(0)
    const after = scratch.files()
    expect(after).not.toEqual(before)
    return { deed, before, after, calls }
  })
}

/**
 * Fails one call of a command. Each file holds what it held or what it should hold; then the command is run again and taken
 * back, and each file holds what it held at first: no backup is lost.
 */
export async function failAt(shim: Shim, interference: Program, course: Course, fault: Fault): Promise<void> {
  const { deed, before, after, calls } = course
  await inHome(interference, async (scratch) => {
    for (const words of deed.before) await done(scratch, words)
    const where = `${deed.words[0]}, ${fault.errno} at call ${fault.at}, ${calls[fault.at]}`
    const { exit, stderr } = await run(shim, scratch, deed.words, fault)
    expect([0, 1, 3, 4], `${where}: exit ${exit}: ${stderr}`).toContain(exit)
    const left = scratch.files()
    for (const [path, text] of Object.entries(before))
      expect([text, after[path]], `${where}: ${path}`).toContain(left[path])
    const isDone = Object.entries(after).every(([path, text]) => left[path] === text)
    if (!isDone) await done(scratch, deed.words, where)
    for (const words of deed.back)
      if (JSON.stringify(scratch.files()) !== JSON.stringify(before)) await done(scratch, words, where)
    expect(scratch.files(), where).toEqual(before)
  })
}

async function done(scratch: Scratch, words: readonly string[], where = ''): Promise<void> {
  const { exit, stderr } = await scratch.run(words)
  expect(exit, `${where}: ${words.join(' ')}: ${stderr}`).toBe(0)
}

interface Ran {
  readonly exit: number | null
  readonly stderr: string
  readonly calls: readonly string[]
}

const bin = fileURLToPath(new URL('../../../app/bin/mortise.js', import.meta.url))

function run(shim: Shim, { folder }: Scratch, words: readonly string[], fault?: Fault): Promise<Ran> {
  const notes = join(folder, '..', 'calls')
  rmSync(notes, { force: true })
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    LD_PRELOAD: shim.file,
    FAULT_UNDER: `${folder}/`,
    FAULT_NOTES: notes,
    ...(fault === undefined ? {} : { FAULT_AT: String(fault.at), FAULT_ERRNO: String(errnos[fault.errno]) }),
    ...(fault?.isHalf ? { FAULT_HALF: '1' } : {}),
  }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [bin, ...words, '--home', folder], { env }, (_, __, stderr) => {
      const calls = existsSync(notes) ? readFileSync(notes, 'utf8').split('\n').slice(0, -1) : []
      resolve({ exit: child.exitCode, stderr, calls })
    })
    child.stdin?.end()
  })
}
