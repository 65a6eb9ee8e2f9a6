import { formats, type Rulebook } from '@mortise/core'
import { voiceOf } from '../voices/index.ts'
import type { Voice } from '../voices/trouble.ts'
import { servedRulebooks } from './route.ts'

/** The API that answers a request, and its words for a refusal. */
export interface ApiVoice {
  readonly api: string
  readonly format: string
  readonly voice: Voice
  /** The member in which its model shows its reasoning. */
  readonly reasoningMember: string | undefined
  /** A regular expression for the call ids that it takes; undefined where it takes any. */
  readonly callIdPattern: string | undefined
}

/** The API of a rulebook, as one that speaks. */
export function speakerOf(rulebook: Service): ApiVoice {
  const { name, format, reasoningMember, rows } = rulebook
  const callIdPattern = rows?.['illegal-call-id']?.pattern
  return { api: name, format, voice: voiceOf(rulebook), reasoningMember, callIdPattern }
}

type Service = Pick<Rulebook, 'name' | 'format'> & Partial<Rulebook>

/** The first party of a format. */
export function firstParty(name: string): ApiVoice {
  const format = formats.find((candidate) => candidate.name === name)
  return speakerOf({ name: format?.firstParty ?? name, format: name })
}

/** Headers that only the clients of one API send. */
const signs: readonly (readonly [header: string, format: string])[] = [
  ['anthropic-version', 'anthropic-messages'],
  ['x-goog-api-key', 'gemini-contents'],
  ['x-amz-date', 'bedrock-converse'],
]

/** The speaker for a path that leads nowhere: the API that the sandbox stands for, or the one that was expected. */
export function likelySpeaker(
  api: string | undefined,
  header: (name: string) => string | undefined,
): ApiVoice {
  const [rulebook] = api === undefined ? [] : servedRulebooks(api)
  if (rulebook !== undefined) return speakerOf(rulebook)
  const sign = signs.find(([name]) => header(name) !== undefined)
  return firstParty(sign?.[1] ?? 'openai-chat')
}
