import {
  type BindingMemory,
  type BindingWish,
  type BoundPlace,
  bindingMemory,
  boundThinking,
  estimateTokens,
  type Finding,
  type Policy,
  type PolicyName,
} from '@mortise/core'
import type { Tools } from '../../config/index.ts'
import { hasMoreParts, mostParts } from '../../text/json-parts.ts'
import { type Unzstd, unzstd } from '../../zstd/unzstd.ts'
import { type AnswerOrder, answerBytes } from '../answer/answer-bytes.ts'
import { judgingBy } from '../judge/denied-tools.ts'
import { examine } from '../judge/examine.ts'
import {
  type ApiName,
  judge,
  modelIn,
  readBodyOf,
  rulebookOf,
  unglanced,
  type Verdict,
} from '../judge/mend.ts'
import { type Crossed, type CrossOrder, crossedBody, type SentOrder, sentBody } from '../send/cross-body.ts'
import { renamedBytes } from '../send/rename-model.ts'

/** Work on a body that may take long: for each kind, plain data beside the body, and the answer. */
export interface Tasks {
  readonly model: { readonly input: { readonly format: string }; readonly answer: string | undefined }
  readonly examine: { readonly input: Order; readonly answer: ExaminedAside }
  readonly unbind: { readonly input: UnbindOrder; readonly answer: Unbound }
  readonly cross: { readonly input: CrossOrder; readonly answer: Crossed }
  readonly body: { readonly input: SentOrder; readonly answer: Uint8Array }
  readonly answer: { readonly input: AnswerOrder; readonly answer: Uint8Array }
  readonly rename: { readonly input: { readonly model: string }; readonly answer: Uint8Array }
  readonly tokens: { readonly input: undefined; readonly answer: number }
  readonly unzstd: { readonly input: { readonly limit: number }; readonly answer: Unzstd }
}

/** How a body is examined, as plain data. */
export interface Order {
  readonly format: string
  readonly pathModel: string | undefined
  /** Whether a glance has not found the body sound: no other is taken. */
  readonly isDoubtful: boolean
  readonly renamed: string | undefined
  readonly mustRead: boolean
  readonly api: ApiName
  readonly judging: JudgingOrder | undefined
}

/** How a body is judged, as plain data. */
export interface JudgingOrder {
  readonly api: ApiName
  readonly policy: PolicyName | Policy
  readonly tools: Tools | undefined
  /** The tools that were denied when the gateway was started. */
  readonly toolsAtStart: Tools | undefined
  readonly asked: readonly string[] | undefined
  readonly client: string
  readonly memory: 'own' | 'looking' | undefined
  readonly drops: (BoundPlace & Omit<BindingWish, 'mayTake'>) | undefined
}

/** The outcome of an examination. */
interface ExaminedAside {
  readonly verdict: Verdict
  /** The bytes that were judged, where they are not those that came. */
  readonly changed: Uint8Array | undefined
}

/** Does each kind of task. `memory`: the conversations whose past was changed in this thread. */
const tasks: {
  readonly [Kind in keyof Tasks]: (
    bytes: Uint8Array,
    input: Tasks[Kind]['input'],
    memory: BindingMemory,
  ) => Tasks[Kind]['answer']
} = {
  model(bytes, { format }) {
    const readable = readBodyOf([bytes], format, undefined)
    return readable.glance?.model ?? modelIn(readable)
  },
  examine: examineAside,
  unbind,
  cross: crossedBody,
  body: sentBody,
  answer: answerBytes,
  rename: (bytes, { model }) => renamedBytes(bytes, model),
  tokens: (bytes) => estimateTokens(Buffer.from(bytes).toString()),
  unzstd: (bytes, { limit }) => unzstd(bytes, limit),
}

/** A task as it is handed to a thread. */
export interface Task<Kind extends keyof Tasks = keyof Tasks> {
  readonly kind: Kind
  readonly bytes: Uint8Array
  readonly input: Tasks[Kind]['input']
}

/** Does a task. Throws if the body has more parts than the memory of a thread has room for. */
export function perform<Kind extends keyof Tasks>(
  { kind, bytes, input }: Task<Kind>,
  memory: BindingMemory,
): Tasks[Kind]['answer'] {
  if (kind !== 'unzstd' && kind !== 'tokens' && hasMoreParts(bytes, mostParts))
    throw new RangeError('Too many parts.')
  return tasks[kind](bytes, input, memory)
}

/** How a body is mended that an API has refused for its bound thinking. */
export interface UnbindOrder {
  readonly api: ApiName
  readonly policy: PolicyName
  readonly client: string
  readonly format: string
  readonly pathModel: string | undefined
  readonly binding: BindingWish['binding']
  /** The body without the gateway's wish that the API drop such thinking, where it was in there. */
  readonly unasked: Uint8Array | undefined
  /** The words of the API. */
  readonly error: string
}

/** The mended body; without bytes where nothing helps. */
export interface Unbound {
  readonly mended: readonly Finding[]
  readonly bytes: Uint8Array | undefined
  /** The API does not take the wish. */
  readonly isFieldRefused: boolean
}

/** Mends a body that was refused for its bound thinking. */
export function unbind(bytes: Uint8Array, order: UnbindOrder, memory: BindingMemory): Unbound {
  const { api, policy, client, format, pathModel, binding, unasked, error } = order
  const asksToDrop = unasked !== undefined
  const state = { isFieldRefused: false }
  const refused = { bytes, asksToDrop, unasked, error }
  const bare = boundThinking.afterRefusal(refused, { binding, state }, memory.of(client))
  if (bare === undefined) return { mended: [], bytes: undefined, isFieldRefused: false }
  const body = readBodyOf([bare.bytes], format, pathModel)
  const verdict = judge(body, { api: rulebookOf(api), policy, memory: bare.memory })
  // Without the wish the body is better than the one that was sent, also if nothing of it has to be mended.
  return { ...state, mended: verdict.mended, bytes: verdict.bytes ?? (asksToDrop ? bare.bytes : undefined) }
}

/** A memory of the conversations that are repaired in a thread. */
export const newMemory: () => BindingMemory = bindingMemory

function examineAside(bytes: Uint8Array, order: Order, memory: BindingMemory): ExaminedAside {
  const { format, pathModel, isDoubtful, renamed, mustRead, judging } = order
  const given = isDoubtful
    ? { ...unglanced([bytes], format, pathModel), isGlanced: true }
    : readBodyOf([bytes], format, pathModel)
  const { asked, verdict } = examine(given, {
    api: rulebookOf(order.api),
    renamed,
    mustRead,
    judging: judging === undefined ? undefined : judgingOf(judging, memory),
  })
  const isSame = asked.pieces === given.pieces
  const told = { ...verdict, refused: briefly(verdict.refused), mended: briefly(verdict.mended) }
  return { verdict: told, changed: isSame ? undefined : Buffer.concat(asked.pieces) }
}

/** So many findings are told in full: to hand hundreds of thousands to another thread takes long. */
const inFull = 1000

/** The same findings; the later ones of a rule are one value without a place, which is handed over once. */
function briefly(findings: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, Finding>()
  const brief = ({ rule, severity }: Finding): Finding => {
    const finding = known.get(rule) ?? { rule, severity, at: [], calls: [], message: '' }
    known.set(rule, finding)
    return finding
  }
  return findings.map((finding, index) => (index < inFull ? finding : brief(finding)))
}

function judgingOf(order: JudgingOrder, memory: BindingMemory): Parameters<typeof examine>[1]['judging'] {
  const { api, policy, asked, tools, toolsAtStart, client, drops } = order
  const own = memory.of(client)
  const before = judgingBy(toolsAtStart)
  return {
    api: rulebookOf(api),
    policy,
    tools: judgingBy(tools),
    ...(asked === undefined ? {} : { asked }),
    memory: order.memory === undefined ? undefined : order.memory === 'looking' ? own.looking : own,
    drops: drops === undefined ? undefined : { ...drops, mayTake: (tool) => before?.denies(tool) !== true },
  }
}
