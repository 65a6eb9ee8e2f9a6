import { execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('warm.cjs', import.meta.url))

/** The input of a command, and nothing else. */
export interface WarmCommand {
  readonly words: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: string | Buffer
}

/** The traces of a command that has ended. */
export interface WarmAnswer {
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly exit: number | null
}

/** Runs commands in one process that stays; undefined where there are no named pipes. */
export type WarmProcess = (command: WarmCommand) => WarmAnswer

/** Starts the process that runs commands; it ends with this one. Its pipes stand in `folder`. */
export function warmProcess(bin: string, folder: string): WarmProcess | undefined {
  const requests = join(folder, 'requests')
  const answers = join(folder, 'answers')
  try {
    execFileSync('mkfifo', [requests, answers], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const child = spawn(process.execPath, [server, requests, answers, bin], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  child.unref()
  // A pipe opens once its other end is opened.
  const target = openSync(requests, 'w')
  const source = openSync(answers, 'r')
  process.on('exit', () => closeSync(target))
  return ({ words, folder: cwd, environment, input }) => {
    const asked = { words, folder: cwd, environment, input: Buffer.from(input).toString('base64') }
    const line = Buffer.from(`${JSON.stringify(asked)}\n`)
    for (let at = 0; at < line.length; ) at += writeSync(target, line, at)
    const head = JSON.parse(readLine(source))
    const stdout = readExactly(source, head.stdout)
    return { stdout, stderr: readExactly(source, head.stderr), exit: head.exit }
  }
}

function readLine(source: number): string {
  let line = ''
  for (let sign = readExactly(source, 1); sign[0] !== 0x0a; sign = readExactly(source, 1)) line += sign
  return line
}

function readExactly(source: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; ) {
    const count = readSync(source, bytes, at, length - at, null)
    if (count === 0) throw new Error('The process that runs commands has ended.')
    at += count
  }
  return bytes
}
