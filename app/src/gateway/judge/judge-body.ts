import type { BindingMemory } from '@mortise/core'
import { examineBeside } from '../aside/examine-beside.ts'
import { type Call, toolsAtStart, toolsOf } from '../parts.ts'
import { refuse } from '../receive/own-answer.ts'
import type { Route, Target } from '../receive/routes.ts'
import type { Talk } from '../receive/talk.ts'
import { tellRepair } from '../report/tell.ts'
import { foundHeader } from '../report/told.ts'
import type { Upstream } from '../send/upstream.ts'
import { type Examined, unjudged } from './examine.ts'
import type { Judging, Readable, Verdict } from './mend.ts'
import type { Turned } from './turn.ts'
import { hasForeignCharset, type Unread, unreadWords } from './unread.ts'

/** A body as it is judged for an upstream. */
export interface JudgedBody {
  /** With the name that its model has there, and ids without signatures; undefined where it cannot be looked at. */
  readonly asked: Readable | undefined
  readonly verdict: Verdict
  /** Why a body must not be sent on that could not be read for certain. */
  readonly barred: Unread | undefined
}

/** Judges a body by the rules of an upstream, and counts what is found. */
export async function judgeBody(talk: Talk, route: Route, target: Target): Promise<JudgedBody> {
  const { call, readable } = talk
  const mustRead = route.mode === 'strict' || (route.mode === 'repair' && toolsOf(call) !== undefined)
  const { asked, verdict } =
    readable === undefined
      ? { asked: undefined, verdict: { ...unjudged, unread: talk.unread } }
      : await examined(talk, readable, route, target, mustRead)
  if (route.mode === 'off') return { asked, verdict: unjudged, barred: undefined }
  const hasOtherSet = mustRead && hasForeignCharset(call.visit.headers)
  const unread = verdict.unread ?? (hasOtherSet ? 'charset' : undefined)
  if (unread !== undefined) call.parts.metrics.unread(unread)
  return { asked, verdict, barred: mustRead ? unread : undefined }
}

async function examined(
  talk: Talk,
  readable: Readable,
  route: Route,
  target: Target,
  mustRead: boolean,
): Promise<Examined> {
  const { call, path } = talk
  const { upstream, model: renamed } = target
  const how = { renamed, mustRead, api: upstream.rulebook }
  if (route.mode === 'off') return examineBeside(talk, readable, { ...how, judging: undefined })
  const started = performance.now()
  const judging: Judging = {
    api: upstream.rulebook,
    policy: route.policy,
    tools: toolsOf(call),
    memory: memoryFor(call, path, route),
    // No model sees a request that is only counted: nothing has to be asked for there.
    drops: path.task === 'count' ? undefined : { ...upstream, mayTake: mayTake(call) },
  }
  const done = await examineBeside(talk, readable, { ...how, judging })
  tellVerdict(talk, route, upstream, done, (performance.now() - started) / 1000)
  return done
}

function tellVerdict(
  { call, path }: Talk,
  route: Route,
  upstream: Upstream,
  { asked, verdict }: Examined,
  seconds: number,
): void {
  const { metrics, log } = call.parts
  metrics.repairTook(seconds)
  if (verdict.failure !== undefined) {
    metrics.failed('repair')
    log.error(
      { request: call.id, route: route.name, failure: nameOf(verdict.failure) },
      'the look at a request failed',
    )
  }
  if (verdict.refused.length === 0) return
  metrics.defects(verdict.refused, path.format, route.name, call.client?.name ?? '')
  if (route.mode !== 'strict')
    tellRepair(call, route, upstream, path.format, {
      action: actionOf(route, verdict),
      findings: route.mode === 'observe' ? verdict.refused : verdict.mended,
      before: asked.pieces,
      after: verdict.bytes,
    })
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
export function tellTurned(
  talk: Talk,
  route: Route,
  upstream: Upstream,
  { found, left }: Pick<Turned, 'found' | 'left'>,
): boolean {
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
