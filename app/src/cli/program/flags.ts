import type { DocumentKind, PolicyName, Tail } from '@mortise/core'

/** The flags of a command line. */
export interface Flags {
  readonly api?: string
  readonly format?: string
  readonly policy?: PolicyName
  readonly tail?: Tail
  readonly budget?: string
  readonly fraction?: string
  readonly agent?: string
  readonly home?: string
  readonly since?: string
  readonly tools?: readonly string[]
  readonly mode?: 'strip' | 'text' | 'keep-completed'
  readonly session?: string
  readonly archives?: boolean
  readonly 'text-calls'?: boolean
  readonly as?: 'document' | 'session' | DocumentKind
  readonly from?: string
  readonly to?: string
  readonly model?: string
  readonly output?: string
  readonly 'in-place'?: boolean
  readonly last?: boolean
  readonly all?: boolean
  readonly fork?: boolean
  readonly partial?: boolean
  readonly force?: boolean
  readonly yes?: boolean
  readonly wait?: string
  readonly prune?: boolean
  readonly older?: string
  readonly max?: string
  readonly port?: string
  readonly host?: string
  readonly scenario?: string
  readonly config?: string
  readonly 'access-log'?: boolean
  readonly 'print-env'?: boolean
  readonly once?: boolean
  readonly 'dry-run'?: boolean
  readonly json: boolean
  readonly batch: boolean
  readonly plain: boolean
  readonly quiet: boolean
  readonly help: boolean
  readonly version: boolean
}

/** The long name of a flag, without its dashes. */
export type FlagName = keyof Flags

/** One flag: what it is called, what it takes and what it is for. */
export interface FlagEntry {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** The word for the value in a help text. */
  readonly value?: string
  readonly allowed?: readonly string[]
  /** It may be said more than once. */
  readonly isMany?: boolean
  readonly says: string
}

/** The values of `--policy`. */
export const policyNames: readonly PolicyName[] = ['keep', 'drop', 'drop-turn', 'report']

/** The values of `--tail`. */
export const tailNames: readonly Tail[] = ['closed', 'rest', 'open']

/** The values of `--as` for a conversion. */
export const conversionKinds: readonly DocumentKind[] = ['request', 'answer', 'error']

/** All flags, in the order in which a help text shows them. */
export const flagTable: Readonly<Record<FlagName, FlagEntry>> = {
  api: {
    type: 'string',
    value: 'API',
    says: 'the API that will read it; otherwise its model or its format decides',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    says: 'the format of the conversation; otherwise it is recognised',
  },
  policy: {
    type: 'string',
    value: 'POLICY',
    allowed: policyNames,
    says: 'keep (default), drop, drop-turn or report (change nothing)',
  },
  tail: {
    type: 'string',
    value: 'TAIL',
    allowed: tailNames,
    says: 'how it ends: closed (default: about to be sent), rest or open',
  },
  to: { type: 'string', value: 'FORMAT', says: 'the format to write' },
  from: {
    type: 'string',
    value: 'FORMAT',
    says: 'the format of the document; otherwise it is recognised',
  },
  model: { type: 'string', value: 'NAME', says: 'the model in the new document; otherwise it stays' },
  budget: {
    type: 'string',
    value: 'N',
    says: 'at most so many tokens, such as 100000 or 100k; the estimate is rather too high',
  },
  fraction: {
    type: 'string',
    value: 'F',
    says: 'without up to that share of its messages: 0.5 is half of them',
  },
  agent: {
    type: 'string',
    value: 'AGENT',
    says: 'only sessions of this agent; AGENT/PROFILE for one of several',
  },
  home: { type: 'string', value: 'DIR', says: 'another home to look for agents in' },
  since: { type: 'string', value: 'TIME', says: 'only sessions used within this time: 12h, 7d, 2w' },
  tools: {
    type: 'string',
    value: 'PATTERN',
    isMany: true,
    says: 'tools that go: a name, `web_*`, `group:web`; several by commas or said again',
  },
  mode: {
    type: 'string',
    value: 'MODE',
    allowed: ['strip', 'text', 'keep-completed'],
    says: 'strip (default), text (kept as labelled text) or keep-completed (only calls without a result)',
  },
  session: {
    type: 'string',
    value: 'SESSION',
    says: 'only this session: an id, the beginning of one, or a file',
  },
  archives: { type: 'boolean', says: 'also sessions that were reset, deleted or backed up by their agent' },
  'text-calls': {
    type: 'boolean',
    says: 'also calls that the model wrote as plain text, and what summaries tell of them',
  },
  as: {
    type: 'string',
    value: 'KIND',
    allowed: ['document', 'session', ...conversionKinds],
    says: 'what it is: document (printed) or session (changed); otherwise it is recognised',
  },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    says: 'write to this file; one that exists is replaced only with --force',
  },
  'in-place': { type: 'boolean', says: 'change the document itself; `undo` brings its earlier bytes back' },
  last: { type: 'boolean', says: 'the session that was used last' },
  all: { type: 'boolean', says: 'mend every session that its API will refuse; needs --yes' },
  fork: { type: 'boolean', says: 'mend a copy under a new id; the session stays as it is' },
  partial: { type: 'boolean', says: 'mend what can be mended also where something is left' },
  force: { type: 'boolean', says: "also another user's file, one with a second name, or one that exists" },
  yes: { type: 'boolean', short: 'y', says: 'do not ask' },
  wait: {
    type: 'string',
    value: 'TIME',
    says: 'how long to wait for a session that is in use: 10s; otherwise not at all',
  },
  prune: { type: 'boolean', says: 'forget old operations; the newest one of each session stays' },
  older: { type: 'string', value: 'TIME', says: 'what is older than this: 30d' },
  max: { type: 'string', value: 'SIZE', says: 'the oldest, until the rest is no larger than this: 2GB' },
  port: { type: 'string', value: 'N', says: 'where to listen; otherwise any port that is free' },
  host: { type: 'string', value: 'HOST', says: 'who can reach it; otherwise this machine alone: 127.0.0.1' },
  scenario: { type: 'string', value: 'FILE', says: 'what the model says: scenarios by name, as JSON' },
  config: { type: 'string', value: 'FILE', says: 'the config: YAML, or JSON with comments' },
  'access-log': {
    type: 'boolean',
    says: 'a line of the log for every request, not only for those that fail',
  },
  'print-env': {
    type: 'boolean',
    says: 'only print the environment and the arguments, for a gateway that you start yourself',
  },
  once: { type: 'boolean', says: 'do what is due, and end' },
  'dry-run': { type: 'boolean', says: 'only say what would be done' },
  batch: { type: 'boolean', says: 'JSON Lines in and out, one conversation a row' },
  json: { type: 'boolean', says: 'the whole answer as JSON' },
  plain: { type: 'boolean', says: 'ASCII marks, no colour, no progress' },
  quiet: { type: 'boolean', short: 'q', says: 'print only errors to standard error' },
  help: { type: 'boolean', short: 'h', says: 'print this help' },
  version: { type: 'boolean', short: 'v', says: 'print the version' },
}

/** The flags that every command takes. */
export const commonFlags: readonly FlagName[] = ['plain', 'quiet', 'help', 'version']
