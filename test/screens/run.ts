import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { type WarmProcess, warmProcess } from './warm.ts'

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))

const state = mkdtempSync(join(tmpdir(), 'mortise-state-'))
process.on('exit', () => rmSync(state, { recursive: true, force: true }))

/** As `npx` calls it, so that hints read the same from every folder; what it keeps goes when the tests end. */
export const environment = { PATH: process.env.PATH, npm_command: 'exec', MORTISE_HOME: join(state, 'own') }

/** What a person sees of a command. */
export interface Seen {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | null
}

export interface Setting {
  readonly input?: string | Buffer
  readonly folder?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Run as somebody who may not read everything. */
  readonly isNobody?: boolean
}

// With `MORTISE_COLD=1` each command starts a process of its own.
const isCold = process.env.MORTISE_COLD === '1'
let warm: WarmProcess | undefined

/** Runs `mortise` in a process that stays warm, which costs a tenth of a start. */
export function mortise(words: readonly string[], setting: Setting = {}): Seen {
  if (isCold || setting.isNobody === true || setting.environment?.NODE_OPTIONS !== undefined)
    return mortiseProcess(words, setting)
  warm ??= warmProcess(bin, state)
  if (warm === undefined) return mortiseProcess(words, setting)
  const { folder = process.cwd(), input = '' } = setting
  const { stdout, stderr, exit } = warm({ words, folder, environment: environmentOf(setting), input })
  return { stdout: stdout.toString(), stderr: stderr.toString(), exit }
}

/** Runs `mortise` as a process of its own. */
export function mortiseProcess(words: readonly string[], setting: Setting = {}): Seen {
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...words], {
    cwd: setting.folder,
    env: environmentOf(setting),
    input: setting.input ?? '',
    ...(isNobody(setting) ? { uid: 65534, gid: 65534 } : {}),
    maxBuffer: 1 << 28,
  })
  return { stdout: stdout.toString(), stderr: stderr.toString(), exit: status }
}

function isNobody(setting: Setting): boolean {
  return setting.isNobody === true && process.getuid?.() === 0
}

/** A home of its own has a state folder of its own. */
function environmentOf(setting: Setting): NodeJS.ProcessEnv {
  const { MORTISE_HOME: own, ...rest } = environment
  if (setting.environment?.HOME !== undefined) return { ...rest, ...setting.environment }
  return { ...rest, MORTISE_HOME: isNobody(setting) ? nobodysFolder() : own, ...setting.environment }
}

function nobodysFolder(): string {
  const folder = join(state, 'nobody')
  chmodSync(state, 0o711)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, 65534, 65534)
  return folder
}

/** Starts `mortise` and leaves it running. */
export function start(
  words: readonly string[],
  { folder }: Pick<Setting, 'folder'> = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [bin, ...words], { env: environment, cwd: folder })
}

/** A temporary folder with these files, removed after the tests; to be called outside of them. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-screens-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
