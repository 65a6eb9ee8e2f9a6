/** Files as agents that are not known here write them; all values are made up. */
export interface ForeignFile {
  readonly name: string
  readonly what: string
  readonly text: string
  /** Where it lies, if the records alone do not tell. */
  readonly path?: string
}

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')
const pretty = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`
const at = '2026-05-01T10:00:00.000Z'

export const foreignFiles: readonly ForeignFile[] = [
  {
    name: 'an early rollout of Codex',
    what: 'a session of Codex',
    text: lines(
      { id: 't1', timestamp: at, instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'list files' }] },
    ),
  },
  {
    name: 'a chat of Gemini CLI',
    what: 'a session of Gemini CLI',
    text: pretty({
      sessionId: 'g1',
      projectHash: 'ab12',
      startTime: at,
      lastUpdated: at,
      messages: [
        { id: 'm1', timestamp: at, type: 'user', content: 'list files' },
        { id: 'm2', timestamp: at, type: 'gemini', content: '', toolCalls: [] },
      ],
    }),
  },
  {
    name: 'an export of opencode',
    what: 'a session of opencode or Kilo Code',
    text: pretty({
      info: { id: 'ses_1', title: 'ls' },
      messages: [{ info: { id: 'msg_1', role: 'assistant', sessionID: 'ses_1' }, parts: [] }],
    }),
  },
  {
    name: 'a message of opencode',
    what: 'a session of opencode or Kilo Code',
    text: pretty({ id: 'msg_1', sessionID: 'ses_1', role: 'user', time: { created: 1 } }),
  },
  {
    name: 'a part of opencode',
    what: 'a session of opencode or Kilo Code',
    text: pretty({ id: 'prt_1', messageID: 'msg_1', sessionID: 'ses_1', type: 'text', text: 'ls' }),
  },
  {
    name: 'a session record of opencode',
    what: 'a session of opencode or Kilo Code',
    text: pretty({ id: 'ses_1', projectID: 'p1', directory: '/w', title: 'ls', time: { created: 1 } }),
  },
  {
    name: 'a project of opencode',
    what: 'a session of opencode or Kilo Code',
    text: pretty({ id: 'ab12', worktree: '/w', vcs: 'git', time: { created: 1 } }),
  },
  {
    name: 'the changes of a session of opencode',
    what: 'a session of opencode or Kilo Code',
    text: pretty([{ file: 'a.txt', before: '', after: 'x', additions: 1, deletions: 0 }]),
  },
  {
    name: 'no changes of a session of opencode',
    what: 'a session of opencode or Kilo Code',
    text: '[]',
    path: '/x/storage/session_diff/ses_1.json',
  },
  {
    name: 'an export of Cursor',
    what: 'a session of Cursor',
    text: pretty([
      { role: 'user', text: 'list files' },
      { role: 'assistant', text: '', toolCalls: [{ toolName: 'Shell', parameters: {} }] },
    ]),
  },
  {
    name: 'a transcript of Cursor in words',
    what: 'a session of Cursor',
    text: 'user:\n<user_query>\nlist files\n</user_query>\n\nassistant:\nnone are there\n',
  },
  {
    name: 'a transcript of Cursor',
    what: 'a session of Cursor',
    text: lines(
      { role: 'user', message: { content: [{ type: 'text', text: 'list files' }] } },
      { role: 'assistant', message: { content: [{ type: 'tool_use', name: 'Shell', input: {} }] } },
    ),
  },
  {
    name: 'a session of Continue',
    what: 'a session of Continue',
    text: pretty({
      history: [{ message: { role: 'user', content: 'list files' }, contextItems: [] }],
      title: 'files',
      workspaceDirectory: '/w',
      sessionId: 'c1',
    }),
  },
  {
    name: 'an early session of Copilot CLI',
    what: 'a session of GitHub Copilot CLI',
    text: pretty({
      sessionId: 'p1',
      startTime: at,
      chatMessages: [{ role: 'user', content: 'ls' }],
      timeline: [],
    }),
  },
  {
    name: 'the log of Copilot Chat',
    what: 'a session of GitHub Copilot Chat',
    text: lines({ kind: 0, v: { version: 3, sessionId: 'p1', requests: [] } }, { kind: 1, k: ['x'], v: 1 }),
  },
  {
    name: 'an export of Copilot Chat',
    what: 'a session of GitHub Copilot Chat',
    text: pretty({ requesterUsername: 'me', responderUsername: 'GitHub Copilot', requests: [] }),
  },
  {
    name: 'what Cline shows',
    what: 'a session of Cline, Roo Code or Kilo Code',
    text: pretty([{ ts: 1, type: 'say', say: 'text', text: 'list files' }]),
  },
  {
    name: 'the context of Kimi CLI',
    what: 'a session of Kimi CLI',
    text: lines(
      { role: '_checkpoint', id: 0 },
      { role: 'user', content: 'list files' },
      { role: '_usage', token_count: 12 },
    ),
  },
  {
    name: 'the updates of Grok Build',
    what: 'a session of Grok Build',
    text: lines({ timestamp: 1, params: { update: { sessionUpdate: 'user_message_chunk', content: {} } } }),
  },
  {
    name: 'a session of Droid',
    what: 'a session of Droid',
    text: lines(
      { type: 'session_start', id: 'd1', title: 'files', owner: 'me', version: 2, cwd: '/w' },
      { type: 'message', id: 'd2', timestamp: at, parentId: 'd1', message: { role: 'user', content: [] } },
    ),
  },
  {
    name: 'a session of DeepSeek Harness',
    what: 'a session of DeepSeek Harness',
    text: lines({ type: 'session', version: 0, id: 's1', createdAt: 1, cwd: '/w', delegationDepth: 0 }),
  },
  {
    name: 'one of DeepSeek Harness without its head',
    what: 'a session of DeepSeek Harness',
    text: lines({ type: 'user/message', seq: 7, time: 1, data: { content: [], role: 'user' } }),
  },
  {
    name: 'an old session of Goose',
    what: 'a session of Goose',
    text: lines(
      { description: 'files', working_dir: '/w', message_count: 1 },
      { id: 'g1', role: 'user', created: 1, content: [{ type: 'text', text: 'list files' }] },
    ),
  },
  {
    name: 'a session of Kiro',
    what: 'a session of Kiro',
    text: lines({ version: 'v1', kind: 'Prompt', data: { message_id: 'k1', content: [] } }),
  },
  {
    name: 'a thread of Amp',
    what: 'a session of Amp',
    text: JSON.stringify({
      id: 'T-1',
      created: 1,
      env: { initial: { trees: [] } },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'list files' }] }],
    }),
  },
  {
    name: 'a short thread of Amp',
    what: 'a session of Amp',
    text: JSON.stringify({ v: 3, id: 'T-1', created: 1, messages: [{ role: 'user', content: [] }] }),
  },
  {
    name: 'an export of Hermes',
    what: 'a session of Hermes',
    text: pretty({
      session_id: 's1',
      model: null,
      platform: 'cli',
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', function: { name: 'ls', arguments: '{}' } }],
        },
      ],
    }),
  },
  {
    name: 'a database',
    what: 'a database (SQLite), as opencode, Goose, Hermes and others keep',
    text: 'SQLite format 3\0\x10\0',
  },
  {
    name: 'a compressed file',
    what: 'compressed (zstd), as Codex and others keep old sessions',
    text: '\x28\xb5\x2f\xfd\0\x01',
  },
]
