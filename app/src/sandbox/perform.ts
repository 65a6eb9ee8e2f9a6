import { beatsOf } from './beats.ts'
import { compose, stepFor } from './compose.ts'
import type { SandboxStream } from './dialect.ts'
import type { AcceptedRequest } from './order.ts'
import { refusalOf, requestHeader, type SandboxRefusal, troubleOf } from './refuse.ts'
import type { Reply, Tempo } from './reply.ts'
import type { Scenario, ScenarioStep, ScriptedError } from './scenario.ts'
import type { SandboxTurn } from './turn.ts'

/** Makes the answer that a scenario has for an accepted request. */
export function perform(scenario: Scenario, order: AcceptedRequest): Reply {
  const { speaker, route, document } = order
  const { dialect, task } = route
  const step = stepFor(scenario, order)
  const isStream = task === 'stream' || (task === 'answer' && dialect.isStream(document))
  if (step.fail !== undefined && (step.fail.after === undefined || !isStream))
    return { ...refusalOf(speaker, failing(order, step.fail)), tempo: tempoOf(step) }
  const turn = compose(step, order)
  if (isStream) return streamReply(turn, step, order)
  const content = task === 'count' ? dialect.count(turn.tokens.input) : dialect.answer(turn)
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...idHeader(order) },
    content: { body: JSON.stringify(content) },
    tempo: tempoOf(step),
  }
}

function streamReply(turn: SandboxTurn, step: ScenarioStep, order: AcceptedRequest): Reply {
  const { route, document, query } = order
  const { piece = 16, interleave = false, fail } = step
  const stream = route.dialect.stream(turn, beatsOf(turn, { piece, interleave }), { document, query })
  const tempo = { ...tempoOf(step), instead: fail && insteadOf(stream, fail, order) }
  return { status: 200, headers: { 'cache-control': 'no-cache', ...idHeader(order) }, content: stream, tempo }
}

/** The error in the middle of a stream. */
function insteadOf(stream: SandboxStream, fail: ScriptedError, order: AcceptedRequest): Tempo['instead'] {
  const trouble = troubleOf(order.speaker, failing(order, fail))
  // The end is never told: that would be no failure.
  const after = Math.min(fail.after ?? 0, stream.frames.length - 1)
  return { after, frame: stream.trouble(order.speaker.voice.body(trouble), trouble.status, after === 0) }
}

function idHeader({ speaker, token }: AcceptedRequest): Reply['headers'] {
  return requestHeader(speaker, token('request', 24))
}

function failing({ token }: AcceptedRequest, { status, message }: ScriptedError): SandboxRefusal {
  return { kind: 'failing', asked: { method: 'POST', path: '', detail: '' }, token, status, message }
}

function tempoOf({ delay = 0, pause = 0, cut }: ScenarioStep): Tempo {
  return { delay, pause, cut, instead: undefined }
}
