import { repairTask } from '../engine/repair.ts'
import type { Converter, Lose, Wording } from '../model/converter.ts'
import { emptyPlan } from '../model/edit.ts'
import { isObject, nonEmpty } from '../model/json.ts'
import type { Known } from '../model/known.ts'
import type { NeutralRequest } from '../model/neutral.ts'
import type { NeutralAnswer, NeutralError } from '../model/neutral-answer.ts'
import { checkOptions } from '../model/options.ts'
import { MortiseError } from '../model/outcome.ts'
import { comparePlaces } from '../model/place.ts'
import { choosePolicy } from '../model/policy.ts'
import { withCallIds } from './answer-calls.ts'
import { asWritten } from './as-written.ts'
import { wordsIntoResults } from './fold-words.ts'
import { idsBack } from './ids.ts'
import { joinOwned } from './joints.ts'
import { Losses, loseForeign } from './losses.ts'
import { mediaHome } from './media-home.ts'
import { callsByModel, namesBack, renameTools } from './names.ts'
import {
  type Convert,
  type Converted,
  type ConvertOptions,
  type ConvertReport,
  convertOptions,
} from './options.ts'
import { ownersIn } from './owners.ts'
import { pairSource } from './pair.ts'
import { placesBefore } from './places-before.ts'
import { withPlainIds } from './plain-ids.ts'
import { plainTextCalls, plainTextTools, withFunctionsAlone } from './plain-text.ts'
import { type Side, type SourceSide, sourceSide, targetSide } from './sides.ts'
import { keeperOf, storeOf } from './signature-store.ts'
import { carrySignatures, decodeIds, type Receiver } from './signatures.ts'
import { structuredResults } from './structured.ts'

/** `convert`, for what a door knows. */
export function convertOf(known: Known, converters: readonly Converter[]): Convert {
  return (document, options) => {
    checkOptions('convert', options, convertOptions, ['to'])
    // A wrong name of the target is told before the document is looked at.
    const first = targetSide(known, converters, options.to, options.api)
    const from = sourceSide(known, converters, document, options)
    const model = options.model ?? (isObject(document) ? nonEmpty(document.model) : undefined)
    const isSame = from.converter === first.converter
    const to = isSame ? first : targetSide(known, converters, options.to, options.api, model)
    const task: ConvertTask = { document, known, from, to, options }
    if (isSame) return sameFormat(task)
    if (from.as === 'request') return convertRequest(task)
    return from.as === 'answer' ? convertAnswer(task) : convertError(task)
  }
}

/** The document that is converted, and the two sides. */
interface ConvertTask {
  readonly document: unknown
  readonly known: Known
  readonly from: SourceSide
  readonly to: Side
  readonly options: ConvertOptions
}

const nothing: ConvertReport = {
  found: [],
  plans: [emptyPlan, emptyPlan],
  lost: [],
  left: [],
  names: {},
  lostTools: [],
  plainText: [],
  ids: {},
}

/** Within one format nothing is read or written: a request is repaired by the target's API, anything else stays. */
function sameFormat(task: ConvertTask): Converted {
  const { from, to, options, known } = task
  const { api } = to
  const document = renamed(task.document, options.model)
  if (from.as !== 'request') return converted(task, document, nothing)
  const plain = withPlainIds(document, api)
  const mended = repairTask(
    { document: plain.document, api, tail: 'closed', rules: known.rules },
    choosePolicy(options.policy),
  )
  const { found, plan, left } = mended.report
  return converted(task, mended.document, {
    ...nothing,
    found,
    plans: [plain.report.plan, plan],
    left,
  })
}

function renamed(document: unknown, model: string | undefined): unknown {
  return model === undefined || !isObject(document) ? document : { ...document, model }
}

/** Pair, read, decode, carry over, write, repair. */
function convertRequest(task: ConvertTask): Converted {
  const { document, known, from, to, options } = task
  const policy = choosePolicy(options.policy)
  const source = pairSource(document, from.api, known.rules, policy)
  const losses = new Losses()
  const { lose } = losses
  const read = from.converter.request.read(source.document, { lose, provider: from.provider })
  loseForeign(read, to.converter, lose)
  const whole = mediaHome(callsByModel(decodeIds(read, storeOf(options.signatures))))
  const owners = ownersIn(whole, { document: source.document, api: from.api })
  const { namesResults = false } = to.converter
  const demands = { rulebook: to.api.rulebook, namesResults, back: options.ids ?? {} }
  const joined = joinOwned(whole, owners, demands, lose)
  const folded = options.wordsIntoResults === true ? wordsIntoResults(joined.request) : joined.request
  const told = structuredResults(choosable(folded, lose), from.converter, to.converter, lose)
  const isFree = to.converter.takesFreeText?.(to.provider) === true
  const signed = carrySignatures(isFree ? told : withFunctionsAlone(told, lose), receiver(task), lose)
  const { request, names } = renameTools(signed, to.api.rulebook, to.converter.toolNames)
  const model = options.model ?? request.model
  const named = model === undefined || request.isBare ? request : { ...request, model }
  const written = to.converter.request.write(named, { lose, provider: to.provider, model })
  const api = { ...to.api, rulebook: asWritten(to.api.rulebook) }
  const target = repairTask({ document: written, api, tail: 'closed', rules: known.rules }, policy)
  const before = placesBefore(document, source)
  return converted(task, target.document, {
    found: source.found,
    plans: [source.report.plan, target.report.plan],
    lost: inOrder(losses.list.map((loss) => ({ ...loss, at: before(loss.at) }))),
    left: target.report.left,
    names,
    lostTools: lostTools(read, to.converter),
    plainText: plainTextTools(read),
    ids: joined.ids,
  })
}

function lostTools({ tools }: NeutralRequest, { format }: Converter): readonly string[] {
  const lost = tools.filter(({ kind, own }) => kind === 'hosted' && own?.origin !== format)
  return lost.map(({ name }) => name ?? 'unnamed')
}

/** A request without tools lets the model choose none: an API refuses to be told how. */
function choosable(request: NeutralRequest, lose: Lose): NeutralRequest {
  const { toolChoice, settings, places, ...rest } = request
  const { isParallel, ...others } = settings
  if (request.tools.length > 0 || (toolChoice ?? isParallel) === undefined) return request
  const why = 'The request declares no tools.'
  if (toolChoice !== undefined) lose(places?.toolChoice, 'choice of tools', why)
  if (isParallel !== undefined) lose(places?.isParallel, 'setting for parallel calls', why)
  return { ...rest, settings: others, ...(places === undefined ? {} : { places }) }
}

function convertAnswer(task: ConvertTask): Converted {
  const { document, from, to, options } = task
  const [reader, writer] = wordings<NeutralAnswer>(task, 'answer')
  const losses = new Losses()
  const { lose } = losses
  const read = idsBack(decodeIds(reader.read(document, { lose, provider: from.provider })), options.ids ?? {})
  loseForeign(read, to.converter, lose)
  const carried = carrySignatures(
    withCallIds(plainTextCalls(namesBack(read, options.names ?? {}), options.plainText ?? [])),
    receiver(task),
    lose,
  )
  const model = options.model ?? carried.model
  const named = model === undefined ? carried : { ...carried, model }
  const written = writer.write(named, { lose, provider: to.provider, model })
  return converted(task, written, { ...nothing, lost: inOrder(losses.list) })
}

function convertError(task: ConvertTask): Converted {
  const { document, from, to, options } = task
  const [reader, writer] = wordings<NeutralError>(task, 'error')
  const losses = new Losses()
  const { lose } = losses
  const read = reader.read(document, { lose, provider: from.provider })
  loseForeign(read, to.converter, lose)
  const written = writer.write(read, { lose, provider: to.provider, model: options.model })
  return converted(task, written, { ...nothing, lost: inOrder(losses.list) })
}

/** How both sides word an answer or an error. */
function wordings<Kind>(
  { from, to }: ConvertTask,
  kind: 'answer' | 'error',
): readonly [Wording<Kind>, Wording<Kind>] {
  const both = [from, to].map(({ converter }) => {
    const wording = converter[kind]
    if (wording !== undefined) return wording as unknown as Wording<Kind>
    throw new MortiseError('wrong-format', `The format \`${converter.format}\` has no ${kind}s of its own.`)
  })
  return both as [Wording<Kind>, Wording<Kind>]
}

function receiver({ from, to, options }: ConvertTask): Receiver {
  const { provider, converter } = to
  const { signsCalls = false, namesProviders = false } = converter
  const isSource = provider === from.provider
  return { provider, signsCalls, namesProviders, isSource, keep: keeperOf(options.signatures) }
}

function inOrder(lost: ConvertReport['lost']): ConvertReport['lost'] {
  return [...lost].sort((left, right) => comparePlaces(left.at, right.at))
}

function converted({ from, to }: ConvertTask, document: unknown, report: ConvertReport): Converted {
  return { document, report, as: from.as, from: sideName(from), to: sideName(to) }
}

function sideName({ api }: Side): Converted['from'] {
  return { format: api.format.name, api: api.rulebook.name }
}
