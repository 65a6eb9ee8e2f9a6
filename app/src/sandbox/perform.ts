import { beatsOf } from './beats.ts'
import { compose, stepFor } from './compose.ts'
import type { Stream } from './dialect.ts'
import type { JsonObject } from './json.ts'
import { type Complaint, refusalOf, troubleOf } from './refuse.ts'
import type { Reply, Tempo } from './reply.ts'
import type { Route } from './route.ts'
import type { Failure, Scenario, Step } from './scenario.ts'
import type { Speaker } from './speaker.ts'
import type { Token } from './token.ts'
import type { Turn } from './turn.ts'

/** A request that was accepted. */
export interface Order {
  readonly speaker: Speaker
  readonly route: Route
  readonly body: JsonObject
  /** The body as the rulebook reads it. */
  readonly document: JsonObject
  /** What is asked, as JSON. */
  readonly question: string
  readonly token: Token
  readonly query: URLSearchParams
}

/** Makes the answer that a scenario has for an accepted request. */
export function perform(scenario: Scenario, order: Order): Reply {
  const { speaker, route, body, question, document, token } = order
  const { dialect, task } = route
  const commission = { api: speaker.api, dialect, document, question, token }
  const step = stepFor(scenario, commission)
  const isStream = task === 'stream' || (task === 'answer' && dialect.isStream(body))
  if (step.fail !== undefined && (step.fail.after === undefined || !isStream))
    return { ...refusalOf(speaker, failing(order, step.fail)), tempo: tempoOf(step) }
  const turn = compose(step, commission)
  if (isStream) return streamReply(turn, step, order)
  const content = task === 'count' ? dialect.count(turn.tokens.input) : dialect.answer(turn)
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    content: { body: JSON.stringify(content) },
    tempo: tempoOf(step),
  }
}

function streamReply(turn: Turn, step: Step, order: Order): Reply {
  const { route, body, query } = order
  const { piece = 16, interleave = false, fail } = step
  const stream = route.dialect.stream(turn, beatsOf(turn, { piece, interleave }), { body, query })
  const tempo = { ...tempoOf(step), instead: fail && insteadOf(stream, fail, order) }
  return { status: 200, headers: { 'cache-control': 'no-cache' }, content: stream, tempo }
}

/** The error in the middle of a stream. */
function insteadOf(stream: Stream, fail: Failure, order: Order): Tempo['instead'] {
  const trouble = troubleOf(order.speaker, failing(order, fail))
  // The end is never told: that would be no failure.
  const after = Math.min(fail.after ?? 0, stream.frames.length - 1)
  return { after, frame: stream.trouble(order.speaker.voice.body(trouble), trouble.status, after === 0) }
}

function failing({ token }: Order, { status, message }: Failure): Complaint {
  return { kind: 'failing', asked: { method: 'POST', path: '', detail: '' }, token, status, message }
}

function tempoOf({ delay = 0, pause = 0, cut }: Step): Tempo {
  return { delay, pause, cut, instead: undefined }
}
