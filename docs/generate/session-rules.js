import { describeRemedy, policies } from '@mortise/core'
import { checkRecords, openRecords } from '../../app/dist/stores/check/check.js'
import { storeRules } from '../../app/dist/stores/check/rules.js'
import { stores } from '../../app/dist/stores/index.js'
import { mendSession } from '../../app/dist/stores/mend/mend.js'
import { code, list, page, table } from './markdown.js'

/** Every rule of sessions in one line, for the contract. */
export function sessionRuleList() {
  return table(
    ['rule', 'fault', 'agents'],
    storeRules.map((rule) => [code(rule.name), rule.title, agentsOf(rule).map(code).join(', ')]),
  )
}

/** The same with links, for the list of rules. */
export function sessionRuleIndex() {
  return table(
    ['rule', 'fault', 'severity'],
    storeRules.map(({ name, title, severity }) => [`[${code(name)}](${name}.md)`, title, severity]),
  )
}

/** The page of each rule that only sessions can break. */
export function sessionRulePages() {
  return storeRules.map((rule) => [`docs/rules/${rule.name}.md`, rulePage(rule)])
}

function agentsOf({ concerns }) {
  return stores.filter(concerns).map(({ name }) => name)
}

function rulePage(rule) {
  const { name, title, severity, happened, todo } = rule
  return page([
    `# ${code(name)}`,
    `${title}.`,
    happened,
    '## Affected agents',
    'No API sees this fault: only the records of a session refer to each other. These agents have such sessions.',
    table(
      ['agent', 'severity'],
      agentsOf(rule).map((agent) => [code(agent), severity]),
    ),
    '## Repair',
    todo,
    remedyTable(rule),
    ...example(rule),
    '[All rules](README.md)',
  ])
}

function remedyTable({ remedy }) {
  const rows = Object.values(policies).map(({ name }) => {
    const own = name === 'report' ? 'leave' : remedy
    return [code(name), code(own), describeRemedy(own)]
  })
  return table(['policy', 'remedy', 'effect'], rows)
}

const call = (id) => ({ type: 'tool_use', id, name: 'read', input: {} })
const cancelled = (id) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'read',
  result: { llmContent: '[Request interrupted by user]', isError: true },
})
const message = (uuid, parentUuid, role, content) => ({ type: 'message', uuid, parentUuid, role, content })

const said = (id, parentId, role, text) => ({
  type: 'message',
  id,
  parentId,
  message: { role, content: [{ type: 'text', text }] },
})

const numbered = (ordinal, type, payload) => ({
  timestamp: '2026-05-01T10:00:00Z',
  ...(ordinal === undefined ? {} : { ordinal }),
  type,
  payload,
})
const meta = { id: 't1', history_mode: 'paginated' }
const spoken = (role, text) => ({ type: 'message', role, content: [{ type: 'input_text', text }] })

/** A small session for each rule, of Neovate unless it opens as those of pi, Codex or opencode do. */
const sessions = {
  'compaction-start-missing': [
    { type: 'session', version: 3, id: 's1', cwd: '/w' },
    said('u1', null, 'user', 'read a.ts'),
    said('a1', 'u1', 'assistant', 'it is empty'),
    { type: 'compaction', id: 'k1', parentId: 'a1', summary: 'a.ts is wanted', firstKeptEntryId: 'u0' },
    said('u2', 'k1', 'user', 'and b.ts?'),
  ],
  'history-cut': [
    message('u1', null, 'user', 'read a.ts'),
    message('u2', 'u1', 'assistant', [{ type: 'text', text: 'it is empty' }]),
    message('u5', 'u4', 'user', 'and b.ts?'),
  ],
  'number-missing': [
    numbered(0, 'session_meta', meta),
    numbered(1, 'response_item', spoken('user', 'read a.ts')),
    numbered(undefined, 'event_msg', { type: 'task_complete' }),
  ],
  'number-out-of-step': [
    numbered(0, 'session_meta', meta),
    numbered(1, 'event_msg', { type: 'token_count' }),
    numbered(1, 'event_msg', { type: 'thread_settings_applied' }),
    numbered(2, 'response_item', spoken('user', 'read a.ts')),
  ],
  'parent-cycle': [
    message('u1', 'u2', 'user', 'read a.ts'),
    message('u2', 'u1', 'assistant', [{ type: 'text', text: 'it is empty' }]),
  ],
  'parent-missing': [message('u2', 'u1', 'user', 'and b.ts?')],
  'result-off-path': [
    message('u1', null, 'user', 'read both'),
    message('u2', 'u1', 'assistant', [call('a'), call('b')]),
    message('u3', 'u2', 'tool', [cancelled('a')]),
    message('u4', 'u2', 'tool', [cancelled('b')]),
  ],
  'rewind-target-missing': [
    { sessionId: 's1', projectHash: 'ab12', startTime: '2026-05-01T10:00:00.000Z', kind: 'main' },
    { id: 'm1', timestamp: '2026-05-01T10:00:01.000Z', type: 'user', content: [{ text: 'read a.ts' }] },
    { $rewindTo: 'm0' },
    { id: 'm2', timestamp: '2026-05-01T10:00:02.000Z', type: 'user', content: [{ text: 'and b.ts?' }] },
  ],
  'second-root': [
    message('u1', null, 'user', 'read a.ts'),
    message('u2', 'u1', 'assistant', [{ type: 'text', text: 'it is empty' }]),
    { type: 'custom-title', customTitle: 'a.ts' },
    message('u3', null, 'user', 'and b.ts?'),
  ],
  'session-unseen': [
    { session: { id: 'ses_1', directory: '/w', title: 'a.ts', version: '1.18.33', isUnseen: true } },
    { id: 'msg_1', time: 1, data: { role: 'user' }, parts: [{ type: 'text', text: 'read a.ts' }] },
  ],
}

function example({ name }) {
  const records = sessions[name]
  const [{ type, session }] = records
  const agent =
    session === undefined
      ? ({ session: 'pi', session_meta: 'codex' }[type] ??
        (records[0].projectHash === undefined ? 'neovate' : 'gemini'))
      : 'opencode'
  const store = stores.find((each) => each.name === agent)
  const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const { found } = checkRecords(store, 'session.jsonl', bytes)
  const mended = mendSession(openRecords(store, 'session.jsonl', bytes), { mendsCoped: true })
  const lines = found.map(
    ({ rule, record, severity, message: words }) =>
      `${record}: ${code(rule)}${severity === 'advice' ? ' (advice)' : ''}: ${words}`,
  )
  const isMended = mended.bytes !== bytes
  return [
    `## In a session of ${code(store.name)}`,
    fenced(bytes),
    'Found:',
    list(lines),
    isMended ? 'Mended:' : 'The session is not changed.',
    isMended ? fenced(mended.bytes) : undefined,
  ]
}

function fenced(bytes) {
  return ['```jsonl', Buffer.from(bytes).toString().trimEnd(), '```'].join('\n')
}
