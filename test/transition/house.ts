import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { SessionsInput, ToolsInput } from '../../app/src/config/index.ts'
import {
  createTransitions,
  openPool,
  type ToolRules,
  type TransitionOptions,
} from '../../app/src/transition/index.ts'
import { age } from '../disk/scratch.ts'
import { answer, call, header, type Json, result, text, user } from '../stores/pi-records.ts'

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const pool = openPool(2)
closers.push(() => pool.close())

/** A home with sessions of OpenClaw, removed after the tests of the file. */
export interface House {
  readonly folder: string
  /** Writes a session that looks an hour old; returns its path. */
  write(profile: string, name: string, records: readonly Json[]): string
  read(profile: string, name: string): string
  pathOf(profile: string, name: string): string
  /** Every session with its text. */
  all(): Readonly<Record<string, string>>
  /** Transitions of this home, with the lines that they log. */
  transitions(options?: Partial<TransitionOptions>): Told
}

/** Transitions, and the lines that they log. */
export interface Told extends ReturnType<typeof createTransitions> {
  readonly lines: string[]
}

export function makeHouse(): House {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-house-')))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const agents = join(folder, '.openclaw/agents')
  const pathOf = (profile: string, name: string): string => join(agents, profile, 'sessions', `${name}.jsonl`)
  return {
    folder,
    pathOf,
    write: (profile, name, records) => {
      const path = pathOf(profile, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
      age(path)
      return path
    },
    read: (profile, name) => readFileSync(pathOf(profile, name), 'utf8'),
    all: () => {
      const entries = readdirSync(agents, { recursive: true, withFileTypes: true })
      const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
      return Object.fromEntries(
        paths.sort().map((path) => [path.slice(agents.length + 1), readFileSync(path, 'utf8')]),
      )
    },
    transitions: (options = {}) => {
      const lines: string[] = []
      const user = { folder, environment: {}, platform: process.platform }
      const log = {
        info: (line: string) => lines.push(line),
        warn: (line: string) => lines.push(`! ${line}`),
      }
      const made = createTransitions({ log, user, pool, source: '/etc/mortise.yaml', ...options })
      closers.push(() => made.close())
      return { ...made, lines }
    },
  }
}

const listed: readonly SessionsInput[] = [{ agent: 'openclaw' }]

/** The members of a config that transitions read; sessions of OpenClaw are listed unless said otherwise. */
export function rules(
  tools: ToolsInput = {},
  profiles: Readonly<Record<string, ToolsInput>> = {},
  sessions: readonly SessionsInput[] = listed,
): ToolRules {
  const read = ({ deny = [], allow = [], history }: ToolsInput) => ({ deny, allow, history })
  return {
    tools: read(tools),
    profiles: Object.fromEntries(
      Object.entries(profiles).map(([name, each]) => [name, { tools: read(each) }]),
    ),
    sessions: sessions.map(({ agent, home = '~', profiles: patterns = ['*'] }) => {
      return { agent, home, profiles: patterns }
    }),
  }
}

/** A talk with one call of `exec` and one of `read`, and their results. */
export function twoCalls(id: string): readonly Json[] {
  return [
    header({ id }),
    user('u1', null, 'list the files'),
    answer('a1', 'u1', [text('let me see'), call('c1'), call('c2', 'read')]),
    result('r1', 'a1', 'c1'),
    result('r2', 'r1', 'c2', 'the file', { toolName: 'read' }),
    answer('a2', 'r2', [text('all done')]),
  ]
}

/** A talk without any call. */
export function noCalls(id: string): readonly Json[] {
  return [header({ id }), user('u1', null, 'well'), answer('a1', 'u1', [text('indeed')])]
}

export const first = 'a562eea8-efca-4aeb-8c9b-e24266d84d1d'

/**
 * A session of 65 lines: 3 answers are nothing but a call, each followed by its result.
 *
 * Its answers to 28 questions, their questions, the header and two notes make up the rest.
 */
export function sixtyFiveLines(): readonly Json[] {
  const records: Json[] = [
    header({ id: first }),
    {
      type: 'model_change',
      id: 'n1',
      parentId: null,
      timestamp: '2026-02-09T01:00:00.000Z',
      provider: 'deepseek',
      modelId: 'deepseek-chat',
    },
    {
      type: 'thinking_level_change',
      id: 'n2',
      parentId: 'n1',
      timestamp: '2026-02-09T01:00:00.000Z',
      thinkingLevel: 'low',
    },
  ]
  let parent = 'n2'
  const add = (make: (id: string, up: string) => Json): void => {
    const id = `e${records.length}`
    records.push(make(id, parent))
    parent = id
  }
  for (let turn = 0; turn < 28; turn++) {
    add((id, up) => user(id, up, `question ${turn}`))
    if (turn % 10 === 3) {
      add((id, up) => answer(id, up, [call(`c${turn}`)]))
      add((id, up) => result(id, up, `c${turn}`))
    }
    add((id, up) => answer(id, up, [text(`answer ${turn}`)]))
  }
  return records
}
