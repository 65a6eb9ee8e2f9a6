import type { BindingMemory } from '@mortise/core'
import { type Call, toolsAtStart, toolsOf } from '../parts.ts'
import { refuse } from '../receive/own-answer.ts'
import type { Route } from '../receive/routes.ts'
import type { Talk } from '../receive/talk.ts'
import { tellRepair } from '../report/tell.ts'
import { foundHeader } from '../report/told.ts'
import type { Upstream } from '../send/upstream.ts'
import { judge, type Readable, type Turned, type Verdict } from './mend.ts'
import { doubtIn, type Unread, unreadWords } from './unread.ts'

/** The verdict on a body, and whether it must not be sent on. */
export interface JudgedBody extends Verdict {
  /** Why a body must not be sent on that could not be read for certain. */
  readonly barred?: Unread | undefined
}

/** Judges a body by the rules of an upstream, and counts what is found. */
export function judgeBody(talk: Talk, route: Route, upstream: Upstream): JudgedBody {
  const { call, readable } = talk
  if (route.mode === 'off') return { refused: [], mended: [], bytes: undefined }
  const verdict: Verdict =
    readable === undefined
      ? { refused: [], mended: [], bytes: undefined, unread: talk.unread }
      : judged(talk, readable, route, upstream)
  const mustRead = route.mode === 'strict' || (route.mode === 'repair' && toolsOf(call) !== undefined)
  const unread =
    verdict.unread ??
    (mustRead && readable !== undefined ? doubtIn(bytesOf(readable), call.visit.headers) : undefined)
  if (unread !== undefined) call.parts.metrics.unread(unread)
  return mustRead ? { ...verdict, barred: unread } : verdict
}

function bytesOf({ pieces }: Readable): Buffer {
  return Buffer.concat(pieces)
}

function judged({ call, path }: Talk, readable: Readable, route: Route, upstream: Upstream): Verdict {
  const started = performance.now()
  const verdict = judge(readable, {
    api: upstream.rulebook,
    policy: route.policy,
    tools: toolsOf(call),
    memory: memoryFor(call, path, route),
    // No model sees a request that is only counted: nothing has to be asked for there.
    drops: path.task === 'count' ? undefined : { ...upstream, mayTake: mayTake(call) },
  })
  const { metrics, log } = call.parts
  metrics.repairTook((performance.now() - started) / 1000)
  if (verdict.failure !== undefined) {
    metrics.failed('repair')
    log.error(
      { request: call.id, route: route.name, failure: nameOf(verdict.failure) },
      'the look at a request failed',
    )
  }
  if (verdict.refused.length > 0)
    metrics.defects(verdict.refused, path.format, route.name, call.client?.name ?? '')
  if (verdict.refused.length > 0 && route.mode !== 'strict')
    tellRepair(call, route, upstream, path.format, {
      action: actionOf(route, verdict),
      findings: route.mode === 'observe' ? verdict.refused : verdict.mended,
    })
  return verdict
}

/** The memory of conversations whose past was changed, of this client alone; a request that is only counted leaves no trace. */
function memoryFor(
  { parts, client }: Call,
  { task }: Talk['path'],
  { mode }: Route,
): BindingMemory | undefined {
  if (mode !== 'repair') return undefined
  const own = parts.memory.of(client?.name ?? '')
  return task === 'count' ? own.looking : own
}

/** The tools that a turn may take from the model: conversations that began before a start may have lost the others already. */
function mayTake(call: Call): (tool: string) => boolean {
  const before = toolsAtStart(call)
  return (tool) => before?.denies(tool) !== true
}

function actionOf({ mode }: Route, { mended }: Verdict): 'observed' | 'mended' | 'left' {
  if (mode === 'observe') return 'observed'
  return mended.length > 0 ? 'mended' : 'left'
}

/** A message of ours may quote a request; its kind does not. */
function nameOf(failure: unknown): string {
  return failure instanceof Error ? failure.name : typeof failure
}

/** Says no to a request that the API would refuse, and by which rule. */
export function refuseStrictly(talk: Talk, route: Route, { refused }: Verdict): void {
  const [first] = refused
  if (first === undefined) return
  const { rule, says, message } = first
  talk.call.parts.metrics.repaired('refused')
  const sentence = `${says ?? message} (found by Mortise on route ${route.name}: ${rule})`
  refuse(talk.call, { status: 400, message: sentence }, ['x-mortise-rule', rule])
}

/** Says no to a request that could not be read for certain, where a body must not pass unread. */
export function refuseUnread({ call }: Talk, route: Route, unread: Unread): void {
  call.parts.metrics.repaired('refused')
  const message = `Mortise cannot check this request on route ${route.name}: ${unreadWords[unread]}.`
  const kind = unread === 'json' ? 'broken-json' : 'refused'
  refuse(call, { status: 400, kind, message }, ['x-mortise-unread', unread])
}

/** The headers that say what was done about a request. */
export function toldHeaders({ mode }: Route, { mended, refused, failure }: Verdict): readonly string[] {
  if (failure !== undefined) return ['x-mortise-failure', 'repair']
  if (mode === 'repair' && mended.length > 0) return ['x-mortise-repairs', foundHeader(mended)]
  if (mode === 'observe' && refused.length > 0) return ['x-mortise-would-repair', foundHeader(refused)]
  return []
}

/** Tells of what was found in a request that is converted. Gives whether it was refused for that. */
export function tellTurned(talk: Talk, route: Route, upstream: Upstream, { found, left }: Turned): boolean {
  if (found.length === 0) return false
  const { call, path } = talk
  call.parts.metrics.defects(found, path.format, route.name, call.client?.name ?? '')
  if (route.mode === 'strict') {
    refuseStrictly(talk, route, { refused: found, mended: [], bytes: undefined })
    return true
  }
  if (route.mode === 'off') return false
  const isMended = left.length === 0
  const action = route.mode === 'observe' ? 'observed' : isMended ? 'mended' : 'left'
  tellRepair(call, route, upstream, path.format, { action, findings: found })
  return false
}
