import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { stores } from '../../app/src/stores/index.ts'
import { age } from '../disk/scratch.ts'
import * as claude from '../stores/claude-records.ts'
import * as codex from '../stores/codex-records.ts'
import { fileOf } from '../stores/conforms.ts'
import * as copilot from '../stores/copilot-records.ts'
import * as gemini from '../stores/gemini-records.ts'
import * as kimi from '../stores/kimi-records.ts'
import * as neovate from '../stores/neovate-records.ts'
import * as pi from '../stores/pi-records.ts'
import * as qwen from '../stores/qwen-records.ts'
import * as tasks from '../stores/task-records.ts'

/** A session of one agent that its API refuses, where the agent keeps it. */
export interface AgentSession {
  readonly agent: string
  /** Below the user's folder. */
  readonly file: string
  readonly id: string
  /** A file beside the session that says where it ran. */
  readonly beside?: (folder: string) => readonly [name: string, content: object]
  /** The agent heals the fault by itself each time it sends: nothing is refused. */
  readonly isHealed?: true
  /** The same records for any folder that the agent worked in. */
  records(folder: string): readonly object[]
}

const project = 'w-my-app'
const bucket = 'wd_my_app_0a1b2c3d4e5f'
const uuid = 'a562eea8-0000-4000-8000-000000000000'

function taskFile(extension: string, id: string): string {
  return `.config/Code/User/globalStorage/${extension}/tasks/${id}/api_conversation_history.json`
}

/** One broken session of each agent. */
export const agentSessions: readonly AgentSession[] = [
  {
    agent: 'claude-code',
    file: '.claude/projects/-w-my-app/7f3a9d10-1111-4222.jsonl',
    id: '7f3a9d10-1111-4222',
    records: (folder) =>
      [
        claude.user('u1', null, 'list the files'),
        claude.piece('a1', 'u1', 'm1', claude.call('toolu_1')),
        claude.user('u2', 'a1', 'and now?'),
      ].map((record) => ({ ...record, cwd: folder, sessionId: '7f3a9d10-1111-4222' })),
  },
  {
    agent: 'cline',
    file: taskFile('saoudrizwan.claude-dev', '1700000000001'),
    id: '1700000000001',
    // It answers open calls itself, and sends results that answer no call.
    records: (folder) => [
      tasks.task('list the files', folder),
      tasks.model('well then'),
      tasks.user([tasks.result('toolu_9'), tasks.text('and now?')]),
    ],
  },
  {
    agent: 'cline-cli',
    file: '.cline/data/sessions/1700000000004_a1b2c/1700000000004_a1b2c.messages.json',
    id: '1700000000004_a1b2c',
    beside: (folder) => ['1700000000004_a1b2c.json', { cwd: folder }],
    records: () => [
      { id: 'm1', ...tasks.user('<user_input mode="act">list the files</user_input>') },
      { id: 'm2', ...tasks.model('well then') },
      { id: 'm3', ...tasks.user([tasks.result('call_9')]) },
      { id: 'm4', ...tasks.user('<user_input mode="act">and now?</user_input>') },
    ],
  },
  {
    agent: 'codex',
    file: `.codex/sessions/2026/05/01/rollout-2026-05-01T10-00-00-${codex.thread}.jsonl`,
    id: codex.thread,
    records: (folder) => [
      codex.meta({ cwd: folder }),
      ...codex.user('list the files'),
      codex.call('call_1'),
      codex.output('call_1'),
      codex.output('call_1', 'and once more'),
      ...codex.user('and now?'),
    ],
  },
  {
    agent: 'copilot',
    file: `.copilot/session-state/${copilot.session}/events.jsonl`,
    id: copilot.session,
    records: (folder) =>
      copilot.chained([
        copilot.start({ copilotVersion: '1.0.24', context: { cwd: folder } }),
        copilot.user('list the files'),
        copilot.said('I look', ['call_1']),
        copilot.user('and now?'),
      ]),
  },
  {
    agent: 'gemini',
    file: `.gemini/tmp/my-app/chats/${gemini.file}`,
    id: gemini.session,
    records: () => [
      gemini.metadata(),
      gemini.user('u1', 'list the files'),
      gemini.model('m1', 'I look', [gemini.open('c1')]),
      gemini.user('u2', 'and now?'),
    ],
  },
  {
    agent: 'kilo',
    file: taskFile('kilocode.kilo-code', '1700000000002'),
    id: '1700000000002',
    records: (folder) => [
      tasks.task('list the files', folder),
      tasks.model([tasks.call('toolu_1')]),
      tasks.user('and now?'),
    ],
  },
  {
    agent: 'kimi',
    file: `.kimi-code/sessions/${bucket}/${kimi.session}/agents/main/wire.jsonl`,
    id: kimi.session,
    isHealed: true,
    records: () => [
      kimi.metadata(),
      kimi.user('list the files'),
      ...kimi.step('s1', 'I look', ['call_1'], []),
      kimi.user('and now?'),
    ],
  },
  {
    agent: 'neovate',
    file: `.neovate/projects/${project}/1a2b3c4d.jsonl`,
    id: '1a2b3c4d',
    records: () => [
      neovate.config(),
      neovate.user('u1', null, 'list the files', { forkedFrom: { sessionId: '9f9f9f9f', messageUuid: 'x' } }),
      neovate.model('a1', 'u1', [neovate.call('toolu_1')]),
      neovate.user('u2', 'a1', 'and now?'),
      neovate.title('Auth refactor'),
    ],
  },
  {
    agent: 'openclaw',
    file: `.openclaw/agents/main/sessions/${uuid}-topic-7.jsonl`,
    id: uuid,
    records: (folder) => [
      pi.header({ cwd: folder }),
      pi.user('u1', null, 'list the files'),
      pi.answer('a1', 'u1', [pi.call('toolu_1')]),
      pi.user('u2', 'a1', 'and now?'),
    ],
  },
  {
    agent: 'pi',
    file: `.pi/agent/sessions/--w-my-app--/2026-05-01T10-00-00-000Z_${uuid}.jsonl`,
    id: uuid,
    records: (folder) => [
      pi.header({ cwd: folder }),
      pi.user('u1', null, 'list the files'),
      pi.answer('a1', 'u1', [pi.call('toolu_1')]),
      pi.result('r1', 'a1', 'toolu_1'),
      pi.result('r2', 'r1', 'toolu_1', 'and once more'),
      pi.user('u2', 'r2', 'and now?'),
    ],
  },
  {
    agent: 'qwen',
    file: `.qwen/projects/-w-my-app/chats/${qwen.session}.jsonl`,
    id: qwen.session,
    isHealed: true,
    records: (folder) => [
      qwen.user('u1', null, 'list the files', { cwd: folder }),
      qwen.model('a1', 'u1', [qwen.call('call_1')], { cwd: folder }),
      qwen.user('u2', 'a1', 'and now?', { cwd: folder }),
    ],
  },
  {
    agent: 'roo',
    file: taskFile('rooveterinaryinc.roo-cline', '1700000000003'),
    id: '1700000000003',
    records: (folder) => [
      tasks.task('list the files', folder),
      tasks.model([tasks.call('toolu_0')], { truncationParent: 'T1' }),
      tasks.marker('T1'),
      tasks.model([tasks.call('toolu_1')]),
      tasks.user('and now?'),
    ],
  },
]

/** The bytes of a session as its agent writes them. */
export function bytesOf(agent: string, records: readonly object[]): Buffer {
  return fileOf(
    records,
    stores.find(({ name }) => name === agent),
  )
}

/** A home with one session, an hour old, and the folder that the agent worked in. */
export interface AgentHome {
  readonly folder: string
  readonly worked: string
  readonly path: string
  read(): string
}

/** Makes a home, removed after the tests; to be called outside of them. */
export function homeOf({ agent, file, beside, records }: AgentSession): AgentHome {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-agent-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const worked = join(folder, 'My_App')
  // Neovate and Kimi Code name their folders after the one that they worked in.
  const hash = createHash('sha256').update(worked).digest('hex').slice(0, 12)
  const named = file.replace(`/${project}/`, `/${slugOf(worked)}/`).replace(bucket, `wd_my_app_${hash}`)
  const path = join(folder, named)
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(worked)
  writeFileSync(path, bytesOf(agent, records(worked)))
  const [name, content] = beside?.(worked) ?? []
  if (name !== undefined) writeFileSync(join(dirname(path), name), JSON.stringify(content))
  age(path)
  return { folder, worked, path, read: () => readFileSync(path, 'utf8') }
}

function slugOf(folder: string): string {
  const names = folder.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return names.join('-')
}
