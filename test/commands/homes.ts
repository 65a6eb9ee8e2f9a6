import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram, type Program } from '../disk/crash.ts'
import { age, memory } from '../disk/scratch.ts'
import { mortise } from '../screens/run.ts'
import { broken, linesOf, sound } from '../sessions/home.ts'
import type { Interference } from './interfere.ts'

/** A home with a broken session and others beside it, for one case. */
export interface Scratch {
  readonly folder: string
  /** The broken session. */
  readonly path: string
  /** Every file below it with its bytes, without those of Mortise. */
  files(): Readonly<Record<string, string>>
  /** Runs a command here. With something in its way, or something that counts its calls, it is a process of its own. */
  run(words: readonly string[], meets?: Omit<Interference, 'home' | 'notes'>): Promise<Ran>
}

/** How a command went. */
export interface Ran {
  /** Null where it was killed. */
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
  /** The calls that were counted. */
  readonly calls: readonly string[]
}

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const project = '.claude/projects/-w-app'

/** Makes the program that gets in a command's way. */
export function bundleInterference(): Promise<Program> {
  return bundleProgram('../commands/interfere.ts')
}

/** Gives a fresh home to a case, and takes it away again. */
export async function inHome<Value>(
  interference: Program,
  use: (scratch: Scratch) => Promise<Value>,
): Promise<Value> {
  const root = realpathSync(mkdtempSync(join(memory, 'mortise-command-')))
  const folder = join(root, 'home')
  const path = join(folder, project, '7f3a9d10.jsonl')
  const notes = join(root, 'notes')
  write(path, linesOf(broken))
  write(join(folder, project, '8b2c0000.jsonl'), linesOf(sound))
  write(join(folder, '.claude/history.jsonl'), '{"display":"list the files"}\n')
  try {
    return await use({
      folder,
      path,
      files: () => filesIn(folder),
      async run(words, meets) {
        const line = [...words, '--home', folder]
        if (meets === undefined) return { ...mortise(line, { environment: { HOME: folder } }), calls: [] }
        return run(interference, line, { ...meets, home: folder, notes })
      },
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  age(path)
}

function run(interference: Program, words: readonly string[], meets: Interference): Promise<Ran> {
  const env = {
    PATH: process.env.PATH,
    HOME: meets.home,
    NODE_OPTIONS: `--import ${interference.file}`,
    INTERFERENCE: JSON.stringify(meets),
  }
  rmSync(meets.notes, { force: true })
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [bin, ...words], { env }, (_, stdout, stderr) => {
      const calls = existsSync(meets.notes) ? readFileSync(meets.notes, 'utf8') : '[]'
      resolve({ exit: child.exitCode, stdout, stderr, calls: JSON.parse(calls) as string[] })
    })
    child.stdin?.end()
  })
}

function filesIn(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(folder, '.local')))
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  )
}
