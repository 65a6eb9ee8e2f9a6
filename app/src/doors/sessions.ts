import {
  type OptionTable,
  optionChecks,
  type PolicyChoice,
  type Rulebook,
  rulebooks,
  type Tail,
} from '@mortise/core'
import { markdownOf } from '../sessions/view/markdown.ts'
import { viewFile } from '../sessions/view/open.ts'
import type { SessionView } from '../sessions/view/view.ts'
import type { Store } from '../stores/contract/store.ts'
import { stores } from '../stores/index.ts'
import { checkPath } from './path.ts'

export type { Finding, OpenCall, Policy, PolicyChoice, Rulebook, Tail } from '@mortise/core'
export { MortiseError } from '@mortise/core'
export { DiskError } from '../disk/index.ts'
export type { LeftOut, SessionTurn, SessionView, WaitingCall } from '../sessions/view/view.ts'

/** How a session is opened; the file says what is left out here. */
export interface OpenOptions {
  /** The agent that wrote it: one of `agents`. */
  readonly agent?: string
  /** The policy for faults: `keep` unless said otherwise; `report` changes nothing. */
  readonly policy?: PolicyChoice
  /** Another API than the one that the session is sent to. */
  readonly api?: string | Rulebook
  /** `rest` unless said otherwise: its writer is gone. `open` while it is at work. */
  readonly tail?: Tail
}

/** The agents whose sessions can be opened. */
export const agents: readonly string[] = stores.map(({ name }) => name)

/**
 * Opens a session file: the conversation that its agent would go on with, mended.
 *
 * Nothing is written, neither to the file nor elsewhere. Throws a `DiskError` where the file cannot be read,
 * and a `MortiseError` where it is no session or an option is wrong; never because of what a session holds.
 */
export function openSession(path: string, options: OpenOptions = {}): SessionView {
  checkPath('openSession', 'a session', path)
  optionChecks.check('openSession', options, openOptions)
  const { agent, ...how } = options
  const view = viewFile(path, agent === undefined ? undefined : storeNamed(agent), how)
  return view
}

/** A session as Markdown, as `openSession` gave it: mended. */
export function sessionMarkdown(view: SessionView): string {
  if (!isView(view))
    throw optionChecks.badOption('`sessionMarkdown` takes a session, as `openSession` gives it.')
  return markdownOf(view, storeNamed(view.agent))
}

function isView(value: unknown): value is SessionView {
  return typeof value === 'object' && value !== null && 'messages' in value && Array.isArray(value.messages)
}

const openOptions: OptionTable = {
  agent: (value) => void storeNamed(value),
  api: optionChecks.isApiAmong([...new Set(rulebooks.map(({ name }) => name))]),
  policy: optionChecks.isPolicy,
  tail: optionChecks.isTail,
}

function storeNamed(agent: unknown): Store {
  const store = stores.find(({ name }) => name === agent)
  if (store !== undefined) return store
  throw optionChecks.unknownName('unknown-agent', (name) => `There is no agent ${name} here.`, agent, agents)
}
