import type { Finding } from '@mortise/core'
import type { TroubleKind } from '../voices/trouble.ts'
import { checkBinding } from './binding/index.ts'
import { stepFor } from './compose.ts'
import { type AnyJsonObject, isObject } from './json.ts'
import { judge } from './judge.ts'
import { perform } from './perform.ts'
import { pickScenario, scenarioHeader } from './pick-scenario.ts'
import { refusalOf, type SandboxRefusal } from './refuse.ts'
import type { Reply } from './reply.ts'
import { routeOf, type SandboxRoute } from './route.ts'
import { ScenarioError, type Scenarios } from './scenario.ts'
import { type ApiVoice, firstParty, likelySpeaker, speakerOf } from './speaker.ts'
import { tokensFor } from './token.ts'

/** A request with its body; without one where that was too large. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly header: (name: string) => string | undefined
  readonly body: Buffer | undefined
  /** Why it may not come in. */
  readonly foreign: string | undefined
}

/** The options that count for the whole sandbox. */
export interface AnswerSetup {
  /** The API that it stands for, if only one. */
  readonly api: string | undefined
  readonly scenarios: Scenarios
}

/** An answer, who gave it, and by which rule it is a no. */
export interface SandboxAnswer {
  readonly reply: Reply
  readonly api: string
  readonly rule?: string
}

type Details = Partial<Pick<SandboxRefusal, 'finding' | 'message' | 'status'>> & { readonly detail?: string }
type Refuse = (speaker: ApiVoice, kind: TroubleKind, details?: Details) => SandboxAnswer

/** Answers a request as its API does. */
export function answer(received: Received, setup: AnswerSetup): SandboxAnswer {
  const refuse = refuserOf(received)
  const { foreign } = received
  if (foreign !== undefined)
    return refuse(likelySpeaker(setup.api, received.header), 'refused', { status: 403, message: foreign })
  const route = routeOf(received.path, setup.api)
  if (route === undefined) return refuse(likelySpeaker(setup.api, received.header), 'unknown-path')
  const speaker = route.rulebook === undefined ? firstParty(route.dialect.format) : speakerOf(route.rulebook)
  try {
    return answerOf(received, setup, route, speaker, refuse)
  } catch (error) {
    // JSON that nests deeper than a stack: whatever it is, the next request is answered.
    const message = error instanceof Error ? error.message : String(error)
    return refuse(speaker, 'failing', { status: 500, message })
  }
}

function answerOf(
  received: Received,
  setup: AnswerSetup,
  route: SandboxRoute,
  speaker: ApiVoice,
  refuse: Refuse,
): SandboxAnswer {
  const { method, body } = received
  if (method !== 'POST') return refuse(speaker, 'wrong-method')
  if (body === undefined) return refuse(speaker, 'too-large')
  const read = parse(body.toString())
  if ('fault' in read) return refuse(speaker, 'broken-json', { detail: read.fault })
  if (!isObject(read.value)) return refuse(speaker, 'not-an-object')
  return judged(received, setup, route, read.value, refuse)
}

/** Answers a request that could be read: by the rulebook first, then by the scenario. */
function judged(
  received: Received,
  setup: AnswerSetup,
  route: SandboxRoute,
  body: AnyJsonObject,
  refuse: Refuse,
): SandboxAnswer {
  const { header, query } = received
  const document = route.dialect.document(body, route.model)
  const { rulebook, refusal } = judge(document, route)
  const speaker = speakerOf(rulebook)
  if (refusal !== undefined) return refuse(speaker, kindOf(refusal), { finding: refusal })
  try {
    const scenario = pickScenario(header(scenarioHeader), body, setup.scenarios)
    const { account = 'new' } = stepFor(scenario, { route, document })
    const thoughts = checkBinding(rulebook, document, header, account)
    if (typeof thoughts === 'string') return refuse(speaker, 'refused', { message: thoughts })
    if (thoughts?.refusal !== undefined) return refuse(speaker, 'refused', { finding: thoughts.refusal })
    const question = questionIn(document)
    const token = tokensFor(rulebook.name, question)
    const order = { speaker, route, document, question, token, query, thoughts }
    return { reply: perform(scenario, order), api: rulebook.name }
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return refuse(speaker, 'bad-scenario', { message: error.message })
  }
}

/** The question of a request: plain or as a stream, its answer is the same. */
function questionIn({ stream, stream_options, ...question }: AnyJsonObject): string {
  return JSON.stringify(question)
}

/** A conversation that is not there has a sentence of its own; it is no fault of a turn. */
function kindOf({ rule, at }: Finding): TroubleKind {
  return rule === 'unreadable' && at.length === 0 ? 'no-messages' : 'refused'
}

function refuserOf({ method, path, body = Buffer.alloc(0) }: Received): Refuse {
  return (speaker, kind, { detail = '', ...details } = {}) => {
    const asked = { method, path, detail }
    const reply = refusalOf(speaker, { kind, asked, token: tokensFor(path, body), ...details })
    const rule = details.finding?.rule
    return { reply, api: speaker.api, ...(rule === undefined ? {} : { rule }) }
  }
}

function parse(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
