import type { DocumentKind, PolicyName, Tail } from '@mortise/core'

/** The flags of a command line. */
export interface Flags {
  readonly api?: string
  readonly format?: string
  readonly policy?: PolicyName
  readonly reasoning?: 'drop'
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
  readonly 'show-bodies'?: boolean
  readonly 'print-env'?: boolean
  readonly database?: string
  readonly before?: string
  readonly reason?: string
  readonly fleet?: boolean
  readonly open?: boolean
  readonly bundle?: boolean
  readonly once?: boolean
  readonly 'dry-run'?: boolean
  readonly plan?: string
  readonly reporter?: 'sarif' | 'github'
  readonly 'words-into-results'?: boolean
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

/** The values of `--policy`, `--tail` and `--as` for a conversion. */
export const policyNames: readonly PolicyName[] = ['keep', 'drop', 'drop-turn', 'report']
export const tailNames: readonly Tail[] = ['closed', 'rest', 'open']
export const conversionKinds: readonly DocumentKind[] = ['request', 'answer', 'error']

/** All flags, in the order in which a help text shows them. */
export const flagTable: Readonly<Record<FlagName, FlagEntry>> = {
  api: {
    type: 'string',
    value: 'API',
    says: 'the API that will read the conversation; if absent, its model or its format decides',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    says: 'the format of the conversation; if absent, it is recognised',
  },
  policy: {
    type: 'string',
    value: 'POLICY',
    allowed: policyNames,
    says: 'how to mend: keep (default), drop, drop-turn or report (change nothing)',
  },
  reasoning: {
    type: 'string',
    value: 'REMEDY',
    allowed: ['drop'],
    says: 'drop: also remove the reasoning that only its issuer can read; words, calls and results stay',
  },
  tail: {
    type: 'string',
    value: 'TAIL',
    allowed: tailNames,
    says: 'how the conversation ends: closed (default: about to be sent), rest or open',
  },
  to: { type: 'string', value: 'FORMAT', says: 'the format to write' },
  from: {
    type: 'string',
    value: 'FORMAT',
    says: 'the format of the document; if absent, it is recognised',
  },
  model: { type: 'string', value: 'NAME', says: 'the model in the new document; if absent, the model stays' },
  budget: {
    type: 'string',
    value: 'N',
    says: 'the most tokens it may have, such as 100000 or 100k; estimates are on the high side',
  },
  fraction: {
    type: 'string',
    value: 'F',
    says: 'remove up to this share of the messages: 0.5 is half',
  },
  agent: {
    type: 'string',
    value: 'AGENT',
    says: 'only sessions of this agent, or of one of its profiles: AGENT/PROFILE',
  },
  home: { type: 'string', value: 'DIR', says: 'search this home folder for agents, instead of your own' },
  before: { type: 'string', value: 'TIME', says: 'only runs that were asked for longer ago than this: 90d' },
  since: { type: 'string', value: 'TIME', says: 'only sessions used within this time: 12h, 7d, 2w' },
  tools: {
    type: 'string',
    value: 'PATTERN',
    isMany: true,
    says: 'the tools to remove: a name, `web_*` or `group:web`; separate several by commas',
  },
  mode: {
    type: 'string',
    value: 'MODE',
    allowed: ['strip', 'text', 'keep-completed'],
    says: 'strip (default: remove calls), text (keep them as labelled text) or keep-completed (remove only calls without a result)',
  },
  session: {
    type: 'string',
    value: 'SESSION',
    says: 'only this session: an id, the beginning of one, or a file',
  },
  'words-into-results': {
    type: 'boolean',
    says: "put the words beside a message's results at the end of its last result",
  },
  archives: { type: 'boolean', says: 'include sessions that their agent has reset, deleted or backed up' },
  'text-calls': {
    type: 'boolean',
    says: 'include calls that the model wrote as plain text, and summaries that mention calls',
  },
  as: {
    type: 'string',
    value: 'KIND',
    allowed: ['document', 'session', ...conversionKinds],
    says: 'the kind of input: document (printed) or session (changed); if absent, it is recognised',
  },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    says: 'write to this file; an existing file is replaced only with --force',
  },
  'in-place': { type: 'boolean', says: 'change the file itself; `undo` restores its earlier bytes' },
  last: { type: 'boolean', says: 'take the session that was used last' },
  all: { type: 'boolean', says: 'mend every session that its API will refuse; needs --yes' },
  fork: { type: 'boolean', says: 'mend a copy under a new id; the session stays as it is' },
  partial: { type: 'boolean', says: 'mend what can be mended, even if some faults remain' },
  force: {
    type: 'boolean',
    says: "also change another user's file or a hard-linked one, and replace an existing file",
  },
  yes: { type: 'boolean', short: 'y', says: 'do not ask before the change' },
  wait: {
    type: 'string',
    value: 'TIME',
    says: 'wait up to this time for a session that is in use: 10s; if absent, do not wait',
  },
  prune: { type: 'boolean', says: 'forget old operations; the newest operation of each session stays' },
  older: { type: 'string', value: 'TIME', says: 'with --prune: forget operations older than this: 30d' },
  max: {
    type: 'string',
    value: 'SIZE',
    says: 'with --prune: forget the oldest operations until the rest fits in this size: 2GB',
  },
  port: { type: 'string', value: 'N', says: 'the port to listen on; if absent, any free port' },
  host: {
    type: 'string',
    value: 'HOST',
    says: 'the address to listen on; if absent, 127.0.0.1: only this machine can connect',
  },
  scenario: {
    type: 'string',
    value: 'FILE',
    says: 'a JSON file of scenarios by name: the answers of the model',
  },
  config: { type: 'string', value: 'FILE', says: 'the config file: YAML, or JSON with comments' },
  database: {
    type: 'string',
    value: 'URL',
    says: 'the PostgreSQL database of a fleet; if absent, the one that the config names',
  },
  reason: { type: 'string', value: 'TEXT', says: 'why, for everyone who reads the log later' },
  fleet: { type: 'boolean', says: 'on all machines of the fleet, as jobs' },
  'access-log': { type: 'boolean', says: 'log every request, not only mended and failed ones' },
  'show-bodies': { type: 'boolean', says: 'let the page show the bodies of mended requests' },
  'print-env': {
    type: 'boolean',
    says: 'print the environment and the arguments for a gateway that you start yourself; start nothing',
  },
  bundle: {
    type: 'boolean',
    says: 'the smallest conversation that still shows the fault, with stand-ins for all words',
  },
  open: { type: 'boolean', says: 'open the page in the browser of this machine' },
  once: { type: 'boolean', says: 'clean the sessions that are due, then end' },
  'dry-run': { type: 'boolean', says: 'show the changes, and write nothing' },
  batch: { type: 'boolean', says: 'read and write JSON Lines, one conversation per line' },
  plan: {
    type: 'string',
    value: 'DIGEST',
    says: 'carry out this plan and no other: the `plan` that --dry-run --json printed',
  },
  reporter: {
    type: 'string',
    value: 'NAME',
    allowed: ['sarif', 'github'],
    says: 'check all files that are named, and report as SARIF 2.1.0 or as annotations of GitHub',
  },
  json: { type: 'boolean', says: 'print the answer as JSON' },
  plain: { type: 'boolean', says: 'print ASCII marks, no colour and no progress' },
  quiet: { type: 'boolean', short: 'q', says: 'print nothing if all is well' },
  help: { type: 'boolean', short: 'h', says: 'print this help' },
  version: { type: 'boolean', short: 'v', says: 'print the version' },
}

/** The flags that every command takes. */
export const commonFlags: readonly FlagName[] = ['plain', 'quiet', 'help', 'version']
