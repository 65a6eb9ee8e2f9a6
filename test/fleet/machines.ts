import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { readText } from '../../app/src/config/index.ts'
import { openDisk } from '../../app/src/disk/index.ts'
import { type FleetGateway, followFleet } from '../../app/src/fleet/index.ts'

/** The fleet of a test: its folder, which goes when the tests of the file are over. */
export const folder = mkdtempSync(join(tmpdir(), 'mortise-fleet-'))
export const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const closers: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

/** Ends something when the tests of the file are over. */
export function later(close: () => Promise<unknown> | unknown): void {
  closers.push(close)
}

/** The config of a fleet with one upstream. */
export function configOf(upstream: string, more = ''): string {
  return `# the config of the fleet\nupstreams:\n  claude: { url: "${upstream}", api: anthropic, key: k }\n${more}`
}

/** The file of a machine of the fleet. */
export function machineFile(name: string, database: string, more = ''): string {
  const path = join(folder, name, 'mortise.yaml')
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(
    path,
    `listen: 127.0.0.1:0\nadmin: { listen: "127.0.0.1:0", token: "a-token-of-tests" }\ndatabase: "${database}"\nnode: { name: ${name} }\n${more}`,
  )
  return path
}

/** A gateway of the fleet in this process. */
export async function gatewayOf(
  name: string,
  database: string,
  { environment = {}, more = '' }: { environment?: Record<string, string>; more?: string } = {},
): Promise<FleetGateway & { readonly url: string; readonly told: string[]; stopAll(): Promise<void> }> {
  const told: string[] = []
  const log = { info: (line: string) => void told.push(line), warn: (line: string) => void told.push(line) }
  const fleet = await followFleet({
    file: machineFile(name, database, more),
    surroundings: { environment, readFile: readText },
    version: 'test',
    log,
    disk: openDisk(join(folder, name, 'state')),
    everyMs: 300,
    parts: {},
    rules: [],
  })
  let isStopped = false
  const stopAll = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await fleet.stop()
    await fleet.following.running.close()
  }
  later(stopAll)
  return { ...fleet, url: fleet.following.running.url, told, stopAll }
}

/** Waits until something holds; fails with what is there instead. */
export async function until<Value>(
  look: () => Promise<Value> | Value,
  isSo: (value: Value) => boolean,
  forMs = 15_000,
): Promise<Value> {
  const end = Date.now() + forMs
  for (;;) {
    const value = await look()
    if (isSo(value)) return value
    if (Date.now() > end) throw new Error(`It did not come to pass: ${JSON.stringify(value)}`)
    await wait(20)
  }
}

export async function readyz(url: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${url}/readyz`)).json()) as Record<string, unknown>
}

/** Runs `mortise` as a process of its own, while this one goes on. */
export function command(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly stderr: string; readonly exit: number | null }> {
  const env = {
    PATH: process.env.PATH,
    npm_command: 'exec',
    MORTISE_HOME: join(folder, 'own'),
    ...environment,
  }
  const child = spawn(process.execPath, [bin, ...words], { cwd: folder, env })
  const seen = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (piece) => {
      seen[name] += String(piece)
    })
  return new Promise((resolve) => child.on('close', (exit) => resolve({ ...seen, exit })))
}
