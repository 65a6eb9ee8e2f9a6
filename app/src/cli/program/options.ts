import type { PolicyName, Tail } from '@mortise/core'
import type { Allowed } from '../../disk/index.ts'
import type { AgentTools, ToolRules } from '../../transition/index.ts'
import { readSpan } from './amounts.ts'
import type { Flags } from './flags.ts'
import { type Given, given } from './given.ts'

/** The options that a command runs with, as plain values. */
export interface Options {
  /** How a conversation is judged and mended; a member that nobody named is left out. */
  readonly judging: Given<Wishes>
  /** Plan only: nothing is written. */
  readonly isDry: boolean
  /** Change a copy; the session stays as it is. */
  readonly isFork: boolean
  /** Mend what can be mended, even if faults are left. */
  readonly isPartial: boolean
  /** The files that may be changed only because somebody said so. */
  readonly allow: readonly Allowed[]
  /** How long a busy session is waited for, in milliseconds. */
  readonly waitMs: number
  /** The tools that become denied; undefined if no config says so. */
  readonly tools: ToolRules | undefined
}

/** The members by which a conversation is judged and mended. */
export interface Wishes {
  readonly api?: string | undefined
  readonly policy?: PolicyName | undefined
  readonly tail?: Tail | undefined
}

/** The tools that the config of one agent denies. */
export interface AgentLayer extends AgentTools {
  readonly agent: string
  readonly profile: string | undefined
}

/** The effective options: the flags over the config of an agent over the defaults. */
export function optionsOf(flags: Flags, config?: AgentLayer): Options {
  const { api, policy, tail, wait } = flags
  return {
    judging: given({ api, policy, tail }),
    isDry: flags['dry-run'] === true,
    isFork: flags.fork === true,
    isPartial: flags.partial === true,
    allow: flags.force ? ['other-owner', 'hard-linked'] : [],
    waitMs: wait === undefined ? 0 : readSpan(wait, 'wait'),
    tools: config && toolRules(flags, config),
  }
}

function toolRules({ mode, home }: Flags, { agent, profile, tools, profiles }: AgentLayer): ToolRules {
  return {
    tools: { ...tools, history: mode },
    profiles,
    sessions: [{ agent, home: home ?? '~', profiles: [profile ?? '*'] }],
  }
}
