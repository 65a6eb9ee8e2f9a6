import { type Examined, type Examining, examine, unjudged } from '../judge/examine.ts'
import { isSoundBy, type Judging, judge, type Readable, unglanced, type Verdict } from '../judge/mend.ts'
import { toolsAtStart } from '../parts.ts'
import type { Talk } from '../receive/talk.ts'
import { type JudgingOrder, type Order, type UnbindOrder, type Unbound, unbind } from './tasks.ts'
import type { Thread } from './thread.ts'

/** The clients with conversations that a thread remembers, since their past was changed there. */
const remembered = new WeakMap<Thread, Set<string>>()

/** Examines a body: in the loop if that is short, else in the thread. */
export async function examineBeside(talk: Talk, readable: Readable, how: Examining): Promise<Examined> {
  const { call, weight, departure } = talk
  const { thread } = call.parts
  const client = call.client?.name ?? ''
  if (weight === 'light') return examine(readable, how)
  if (isSoundAlready(talk, readable, how, remembered.get(thread)?.has(client) === true))
    return { asked: readable, verdict: unjudged }
  try {
    const order = orderOf(talk, readable, how)
    const isGone = (): boolean => departure.isGone
    const { verdict, changed } = await thread.run('examine', readable.pieces, order, isGone)
    if (verdict.isRemembered === true) remember(thread, client)
    return { asked: askedOf(readable, how, changed), verdict }
  } catch (failure) {
    const verdict: Verdict = { refused: [], mended: [], bytes: undefined, failure, unread: 'failure' }
    return { asked: readable, verdict }
  }
}

/** Judges a body that is sent once more: in the loop if that is short, else in the thread. */
export async function judgeBeside(talk: Talk, body: Readable, judging: Judging): Promise<Verdict> {
  if (talk.weight === 'light') return judge(body, judging)
  const how = { api: judging.api, renamed: undefined, mustRead: false, judging }
  return (await examineBeside(talk, unglanced(body.pieces, body.format, body.pathModel), how)).verdict
}

/** Mends a body that was refused for thinking that is bound to another past, beside the memory that knows the conversation. */
export async function unbindBeside(talk: Talk, { pieces }: Readable, order: UnbindOrder): Promise<Unbound> {
  const { weight, departure } = talk
  const { memory, thread } = talk.call.parts
  if (weight === 'light') return unbind(Buffer.concat(pieces), order, memory)
  try {
    remember(thread, order.client)
    return await thread.run('unbind', pieces, order, () => departure.isGone)
  } catch {
    return { mended: [], bytes: undefined, isFieldRefused: false }
  }
}

function remember(thread: Thread, client: string): void {
  remembered.set(thread, (remembered.get(thread) ?? new Set()).add(client))
}

/** Whether a glance in the loop is enough: most large bodies are sound. */
function isSoundAlready(
  { weight }: Talk,
  readable: Readable,
  { judging, mustRead, renamed }: Examining,
  isRemembered: boolean,
): boolean {
  if (weight === 'huge' || mustRead || isRemembered || renamed !== undefined || judging === undefined)
    return false
  return isSoundBy(readable, judging)
}

/** The body that was examined, as `examine` gives it. */
function askedOf(readable: Readable, { renamed }: Examining, changed: Uint8Array | undefined): Readable {
  if (renamed === undefined && changed === undefined) return readable
  const pathModel = readable.pathModel === undefined ? undefined : (renamed ?? readable.pathModel)
  return unglanced(changed === undefined ? readable.pieces : [changed], readable.format, pathModel)
}

function orderOf({ call, path }: Talk, readable: Readable, how: Examining): Order {
  const { api, renamed, mustRead, judging } = how
  const { format, pathModel, glance } = readable
  const isGlanced = glance !== undefined && renamed === undefined && judging !== undefined
  const { name } = api
  const plain = { name, format: api.format }
  return {
    format,
    pathModel,
    isDoubtful: isGlanced && !isSoundBy(readable, judging),
    renamed,
    mustRead,
    api: plain,
    judging: judging && {
      api: plain,
      policy: judging.policy,
      tools: judging.tools?.tools,
      toolsAtStart: toolsAtStart(call)?.tools,
      asked: judging.asked,
      client: call.client?.name ?? '',
      memory: judging.memory === undefined ? undefined : path.task === 'count' ? 'looking' : 'own',
      drops: dropsOf(judging),
    },
  }
}

/** The wish about bound thinking, without functions and connections. */
function dropsOf({ drops }: Judging): JudgingOrder['drops'] {
  if (drops === undefined) return undefined
  const { format, dropsBlocks = false, binding, state } = drops
  return { format, dropsBlocks, binding, state }
}
