/** The test for a member of a record: of a type, one of some words, a text that matches, absent, or an object. */
export type Expected =
  | 'text'
  | 'number'
  | 'object'
  | 'list'
  | 'absent'
  | readonly unknown[]
  | RegExp
  | { readonly [member: string]: Expected }

/** How the files of an agent that is not known here are told from all others. */
export interface Shape {
  readonly agent: string
  /** Whether a record stands on each line, or the file is one document, or one list. */
  readonly in: 'lines' | 'document' | 'list'
  /** Members that no request of any API has in this company: one such record tells the file. */
  readonly has: { readonly [member: string]: Expected }
}

const kilo = 'opencode or Kilo Code'
const copilotChat = 'GitHub Copilot Chat'

/** The agents whose sessions are told by their shape; none of these shapes is that of a request. */
export const shapes: readonly Shape[] = [
  { agent: 'Codex', in: 'lines', has: { record_type: ['state'], role: 'absent' } },
  {
    agent: 'Gemini CLI',
    in: 'document',
    has: { sessionId: 'text', startTime: 'text', lastUpdated: 'text', messages: 'list' },
  },
  { agent: kilo, in: 'document', has: { info: { id: /^ses_/ }, messages: 'list' } },
  { agent: kilo, in: 'document', has: { id: /^msg_/, sessionID: /^ses_/, role: 'text' } },
  { agent: kilo, in: 'document', has: { id: /^prt_/, messageID: /^msg_/, sessionID: /^ses_/ } },
  { agent: kilo, in: 'document', has: { id: /^ses_/, projectID: 'text', time: 'object' } },
  { agent: kilo, in: 'document', has: { id: 'text', worktree: 'text', time: 'object' } },
  {
    agent: kilo,
    in: 'list',
    has: { file: 'text', before: 'text', after: 'text', additions: 'number', deletions: 'number' },
  },
  {
    agent: 'Cursor',
    in: 'list',
    has: { role: ['user', 'assistant'], text: 'text', toolCalls: 'list', content: 'absent' },
  },
  {
    agent: 'Cursor',
    in: 'lines',
    has: {
      role: ['user', 'assistant'],
      content: 'absent',
      message: { content: 'list', role: 'absent' },
    },
  },
  {
    agent: 'Continue',
    in: 'document',
    has: { sessionId: 'text', workspaceDirectory: 'text', history: 'list' },
  },
  {
    agent: 'GitHub Copilot CLI',
    in: 'document',
    has: { sessionId: 'text', startTime: 'text', chatMessages: 'list', timeline: 'list' },
  },
  { agent: copilotChat, in: 'lines', has: { kind: [0], v: { sessionId: 'text', requests: 'list' } } },
  { agent: copilotChat, in: 'document', has: { responderUsername: 'text', requests: 'list' } },
  { agent: 'Cline, Roo Code or Kilo Code', in: 'list', has: { ts: 'number', type: ['say', 'ask'] } },
  { agent: 'Kimi CLI', in: 'lines', has: { role: ['_checkpoint', '_usage', '_system_prompt'] } },
  { agent: 'Grok Build', in: 'lines', has: { params: { update: { sessionUpdate: 'text' } } } },
  { agent: 'Droid', in: 'lines', has: { type: ['session_start'], id: 'text', title: 'text' } },
  { agent: 'DeepSeek Harness', in: 'lines', has: { type: ['session'], delegationDepth: 'number' } },
  {
    agent: 'DeepSeek Harness',
    in: 'lines',
    has: { type: /^[a-z]+\/[a-z]+$/, seq: 'number', time: 'number', data: 'object' },
  },
  { agent: 'Goose', in: 'lines', has: { working_dir: 'text', message_count: 'number', role: 'absent' } },
  { agent: 'Kiro', in: 'lines', has: { kind: 'text', version: 'text', data: { message_id: 'text' } } },
  { agent: 'Amp', in: 'document', has: { id: /^T-/, created: 'number', messages: 'list' } },
  { agent: 'Hermes', in: 'document', has: { session_id: 'text', platform: 'text', messages: 'list' } },
]

/** Places of files that may hold no record at all, or are databases; the path has slashes. */
export const namedPlaces: readonly { readonly agent: string; readonly path: RegExp }[] = [
  { agent: 'Cursor', path: /\/Cursor\/User\/(?:[^/]+\/)*state\.vscdb$/ },
  { agent: 'Goose', path: /\/goose\/(?:[^/]+\/)*sessions\.db$/i },
  { agent: 'Crush', path: /\/\.crush\/crush\.db$/ },
  { agent: 'Zed', path: /\/[Zz]ed\/threads\/threads\.db$/ },
  { agent: kilo, path: /\/session_diff\/ses_[^/]+\.json$/ },
]

/** Why sessions of some agents are not to be repaired here: there is nothing in them to mend, or no way to. */
export const reasons: Readonly<Record<string, string>> = {
  Cursor: 'its calls are kept without ids and without results',
  Continue: 'its results stand in the calls that they answer, so that no pair can break in the file',
  Goose: 'it mends the pairs of a conversation each time it loads one',
  Crush:
    'it mends the pairs of a conversation each time it sends one, and nobody else may open its database meanwhile',
  Amp: 'the thread is kept by its server, and this is a copy',
  Zed: 'a thread is one compressed piece of a database, which Zed alone writes',
}

/** Bytes that begin a file which is no JSON. */
export const containers: readonly { readonly what: string; readonly starts: string }[] = [
  { what: 'a database (SQLite), as opencode, Goose, Hermes and others keep', starts: 'SQLite format 3\0' },
  { what: 'compressed (zstd), as Codex and others keep old sessions', starts: '\x28\xb5\x2f\xfd' },
  { what: 'a session of Cursor', starts: 'user:\n<user_query>' },
]
