import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type FollowingGateway, followConfig, openLog } from '../../app/src/gateway/index.ts'

/** A gateway that follows a file, with everything that it says. */
export interface Following extends FollowingGateway {
  readonly folder: string
  readonly path: string
  /** The lines of the log. */
  readonly lines: readonly string[]
  /** The configs that took effect, by the tools that they deny. */
  readonly applied: readonly string[]
  /** Saves another config, as editors do. */
  save(text: string): void
}

/** Starts a gateway by a config file, for as long as a test runs. */
export async function follow(text: string, onApplied?: () => void | Promise<void>): Promise<Following> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-reload-'))
  const path = join(folder, 'mortise.yaml')
  const save = (next: string): void => {
    writeFileSync(`${path}.new`, next)
    renameSync(`${path}.new`, path)
  }
  save(text)
  const [lines, applied]: [string[], string[]] = [[], []]
  const log = openLog('info', { write: (line) => void lines.push(String(JSON.parse(line).msg)) })
  const following = await followConfig(path, {
    parts: { log, environment: {} },
    surroundings: { environment: {}, readFile: (file) => readFileSync(file, 'utf8') },
    watch: { stable: 20, debounce: 30, recheck: 0 },
    onApplied: (previous, { tools }) => {
      applied.push(`${previous?.tools.deny.join() ?? 'start'} → ${tools.deny.join()}`)
      return onApplied?.()
    },
  })
  onTestFinished(async () => {
    await following.stop()
    await following.running.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await following.ready
  return { ...following, folder, path, lines, applied, save }
}

/** A port that is free, below those that systems give to connections: one of these could be taken before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** The answer to the question whether a gateway is ready. */
export async function readiness({ running }: Following): Promise<object> {
  return (await (await fetch(`${running.url}/readyz`)).json()) as object
}
