import type { PolicyChoice, ReaderName, Tail } from '@mortise/core'
import type { Allowed } from '../../disk/index.ts'
import type { AgentTools, ToolRules } from '../../transition/index.ts'
import { readSpan } from './amounts.ts'
import type { Flags } from './flags.ts'
import { type Given, given } from './given.ts'
import { readerOption } from './reader-name.ts'

/** The options that a command runs with, as plain values. */
export interface Options {
  /** How a conversation is judged and mended; a member that nobody named is left out. */
  readonly judging: Given<JudgingFlags>
  /** The same for a document in bytes, which has a format and a reader besides. */
  readonly reading: ReadingOptions
  /** Plan only: nothing is written. */
  readonly isDry: boolean
  /** Change a copy; the session stays as it is. */
  readonly isFork: boolean
  /** Mend what can be mended, even if faults are left. */
  readonly isPartial: boolean
  /** Replace an output file that exists already. */
  readonly isForced: boolean
  /** The files that may be changed only because somebody said so. */
  readonly allow: readonly Allowed[]
  /** How long a busy session is waited for, in milliseconds. */
  readonly waitMs: number
}

/** The members by which a conversation is judged and mended. */
interface JudgingFlags {
  readonly api?: string | undefined
  readonly policy?: PolicyChoice | undefined
  readonly tail?: Tail | undefined
}

/** How a document in bytes is read, judged and mended; a member that nobody named is left out. */
export interface ReadingOptions extends Given<JudgingFlags> {
  readonly format?: string
  readonly reader?: ReaderName
}

/** The effective options of a command about conversations: the flags over the defaults. No config speaks of these. */
export function optionsOf(flags: Flags): Options {
  const { api, format, tail, wait } = flags
  const judging = given({ api, policy: policyOf(flags), tail })
  return {
    judging,
    reading: { ...readerOption(), ...given({ format }), ...judging },
    isDry: flags['dry-run'] === true,
    isFork: flags.fork === true,
    isPartial: flags.partial === true,
    isForced: flags.force === true,
    allow: flags.force ? ['other-owner', 'hard-linked'] : [],
    // Read on demand: a wrong time is told of only where somebody has to wait.
    get waitMs() {
      return wait === undefined ? 0 : readSpan(wait, 'wait')
    },
  }
}

/** The policy that the flags name; reasoning of another issuer is a row of it. */
function policyOf({ policy, reasoning }: Flags): PolicyChoice | undefined {
  if (reasoning === undefined || policy === 'report') return policy
  return { preset: policy ?? 'keep', rows: { 'reasoning-foreign': reasoning } }
}

/** The tools that the config of one agent denies. */
export interface AgentLayer extends AgentTools {
  readonly agent: string
  readonly profile: string | undefined
}

/** The effective rules for denied tools: `--mode` and `--home` over the config of an agent. */
export function toolRules({ mode, home }: Flags, { agent, profile, tools, profiles }: AgentLayer): ToolRules {
  return {
    tools: { ...tools, history: mode },
    profiles,
    sessions: [{ agent, home: home ?? '~', profiles: [profile ?? '*'] }],
  }
}
