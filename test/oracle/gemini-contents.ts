import { type Fields, fieldsOf, isFields, type Tail } from './request.ts'

interface Part {
  readonly at: string
  readonly fields: Fields
}

interface Content {
  readonly at: string
  readonly role: unknown
  readonly parts: readonly Part[]
}

const ROLES: readonly unknown[] = ['user', 'model', 'function', 'tool', '', null, undefined]
const LEGAL_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/
/** Models before version 3, whose numbers stand in their names; `gemini-pro` alone was the first. */
const OLD = /gemini-(?:[a-z-]*-)?[0-2](?!\d)|gemini-(?:pro|ultra|nano)(?:-vision)?$|gemini-exp-|gemma|learnlm/
const WANTS_SIGNATURES = /^(?:.*models\/)?gemini-(?!.*image)/

/** Lists what Google's generateContent would refuse in a request; `isStrict`: or a gateway before it. */
export function geminiComplaints(document: unknown, tail: Tail, isStrict = false): string[] {
  const list = contentsOf(document)
  if (list === undefined) return ['The document holds no contents.']
  const contents = list.map((content, index) => contentOf(wrapped(content), `contents.${index}`))
  const { model } = fieldsOf(document)
  const isSigning =
    isStrict || (typeof model === 'string' && WANTS_SIGNATURES.test(model) && !OLD.test(model))
  // From version 3 on, turns of the model that follow each other count as one; the body may not name the model.
  const isNew = !isStrict && (typeof model !== 'string' || model === '' || !OLD.test(model))
  const isSplitTaken = !isStrict && typeof model === 'string' && model.includes('gemini-2.5-flash')
  const answered = isSplitTaken ? joinResults(contents) : contents
  const joined = isNew ? joinModels(answered) : answered
  // A first content that calls has nobody before it; only a content of the model may stand before later ones.
  const isLed = contents[0]?.role !== 'model' || callsOf(contents[0]).length === 0
  const mayCall = (text: string): boolean => isNew && isLed && text.endsWith('calls after no user.')
  return [
    ...list.flatMap(shapeComplaints),
    ...contents.flatMap((content) => partComplaints(content, isStrict)),
    ...joined.flatMap((_, index) => turnComplaints(joined, index, tail)).filter((text) => !mayCall(text)),
    ...(isSigning ? signatureComplaints(contents) : []),
    ...(isStrict ? orderComplaints(contents, tail) : []),
    ...(isStrict ? contents.flatMap(companyComplaints) : []),
    ...(isStrict && tail === 'closed' ? endComplaints(contents) : []),
  ]
}

/** Gemini 2.5 Flash takes the results of one call turn in several contents of the user. */
function joinResults(contents: readonly Content[]): Content[] {
  const joined: Content[] = []
  for (const content of contents) {
    const last = joined.at(-1)
    const isMore = last !== undefined && last.role !== 'model' && content.role !== 'model'
    if (isMore && resultsOf(last).length > 0 && resultsOf(content).length > 0)
      joined[joined.length - 1] = { ...last, parts: [...last.parts, ...content.parts] }
    else joined.push(content)
  }
  return joined
}

function joinModels(contents: readonly Content[]): Content[] {
  const joined: Content[] = []
  for (const content of contents) {
    const last = joined.at(-1)
    // Seen of contents that call; words between calls and their results are another matter.
    if (last?.role === 'model' && content.role === 'model' && callsOf(content).length > 0)
      joined[joined.length - 1] = { ...last, parts: [...last.parts, ...content.parts] }
    else joined.push(content)
  }
  return joined
}

/** A single content or a string stands for a list of one; nothing can be out of step in it. */
function contentsOf(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document
  const { contents, request } = fieldsOf(document)
  const given = contents ?? fieldsOf(request).contents
  if (Array.isArray(given)) return given
  return typeof given === 'string' || isFields(given) ? [] : undefined
}

function contentOf({ role, parts }: Fields, at: string): Content {
  const list = Array.isArray(parts) ? parts : isFields(parts) ? [parts] : []
  return {
    at,
    role,
    parts: list.map((part, index) => ({ at: `${at}.parts.${index}`, fields: fieldsOf(part) })),
  }
}

/** Google's libraries wrap words and parts that stand by themselves. */
function wrapped(content: unknown): Fields {
  const bare =
    typeof content === 'string' ? { text: content } : isBare(fieldsOf(content)) ? content : undefined
  return bare === undefined ? fieldsOf(content) : { role: 'user', parts: [bare] }
}

const SHOWN = ['inlineData', 'inline_data', 'fileData', 'file_data']

function isBare(content: Fields): boolean {
  if (content.role !== undefined || content.parts !== undefined) return false
  return typeof content.text === 'string' || SHOWN.some((key) => isFields(content[key]))
}

function shapeComplaints(content: unknown, index: number): string[] {
  const at = `contents.${index}`
  if (typeof content === 'string') return []
  if (!isFields(content)) return [`${at} is not an object.`]
  if (isBare(content)) return []
  const { role, parts } = content
  const list = isFields(parts) ? [parts] : (parts ?? [])
  return [
    ...(ROLES.includes(role) ? [] : [`${at} has an unknown role.`]),
    ...(Array.isArray(list) ? listComplaints(list, at) : [`${at}.parts is no list.`]),
  ]
}

function listComplaints(list: readonly unknown[], at: string): string[] {
  if (list.length === 0) return [`${at} has no parts.`]
  return list.flatMap((part, index) => {
    const { text } = fieldsOf(part)
    const isTold = text === undefined || text === null || typeof text === 'string'
    return (isFields(part) && isTold) || Array.isArray(part) ? [] : [`${at}.parts.${index} is no part.`]
  })
}

function partComplaints(content: Content, isStrict: boolean): string[] {
  const calls = callsOf(content).flatMap(({ at, fields }) => [
    ...(content.role === 'model' ? [] : [`${at} is a call outside the model's content.`]),
    ...nameComplaints(fields, at),
    ...(isFields(fields.args ?? {}) ? [] : [`${at} has arguments that are no object.`]),
  ])
  const results = resultsOf(content).flatMap(({ at, fields }) => [
    ...(content.role === 'model' ? [`${at} is a result in the model's content.`] : []),
    ...nameComplaints(fields, at),
    ...(isFields(fields.response) || (!isStrict && fields.response === undefined)
      ? []
      : [`${at} has a response that is no object.`]),
  ])
  const strange = content.parts.filter(({ fields }) => isStrange(fields))
  return [...calls, ...results, ...strange.map(({ at }) => `${at} holds no object.`)]
}

function isStrange(part: Fields): boolean {
  return [...CALL, ...RESULT].some((key) => !isFields(part[key] ?? {}))
}

function nameComplaints({ name }: Fields, at: string): string[] {
  return typeof name === 'string' && LEGAL_NAME.test(name) ? [] : [`${at} has no legal name.`]
}

const CALL = ['functionCall', 'function_call']
const RESULT = ['functionResponse', 'function_response']

function callsOf(content: Content | undefined): Part[] {
  return heldIn(content, CALL)
}

function resultsOf(content: Content | undefined): Part[] {
  return heldIn(content, RESULT)
}

function heldIn(content: Content | undefined, keys: readonly string[]): Part[] {
  return (content?.parts ?? []).flatMap(({ at, fields }) => {
    const held = keys.map((key) => fields[key]).find(isFields)
    return held === undefined ? [] : [{ at, fields: held }]
  })
}

/** A call turn follows the user, and as many results as it has calls follow it. */
function turnComplaints(contents: readonly Content[], index: number, tail: Tail): string[] {
  const content = contents[index] as Content
  const before = contents[index - 1]
  const next = contents[index + 1]
  const calls = content.role === 'model' ? callsOf(content) : []
  const results = content.role === 'model' ? [] : resultsOf(content)
  const answers = next?.role === 'model' ? [] : resultsOf(next)
  const isAnswered =
    calls.length === answers.length || (tail === 'open' && isInFlight(contents, index, calls, answers))
  const isAfterUser = before !== undefined && before.role !== 'model'
  const isAfterCalls = before?.role === 'model' && callsOf(before).length > 0
  return [
    ...(calls.length > 0 && !isAfterUser ? [`${content.at} calls after no user.`] : []),
    ...(calls.length > 0 && !isAnswered
      ? [`${content.at} has ${calls.length} calls, and ${answers.length} results follow.`]
      : []),
    ...(results.length > 0 && !isAfterCalls ? [`${content.at} holds results after no calls.`] : []),
  ]
}

/** In flight: the last call turn, with nothing behind it but some of its results, each of a call of its own. */
function isInFlight(
  contents: readonly Content[],
  index: number,
  calls: readonly Part[],
  answers: readonly Part[],
): boolean {
  const behind = contents.slice(index + 1)
  if (behind.length > 1 || behind.some(({ parts }) => parts.length === 0 || parts.length > answers.length))
    return false
  const open = [...calls]
  return answers.every(({ fields: answer }) => {
    const at = open.findIndex(({ fields: call }) => isMeant(call, answer))
    if (at >= 0) open.splice(at, 1)
    return at >= 0
  })
}

function isMeant(call: Fields, answer: Fields): boolean {
  return answer.id ? plain(answer.id) === plain(call.id) : answer.name === call.name
}

/** An id without a signature that a gateway hid in it. */
function plain(id: unknown): unknown {
  return typeof id === 'string' ? id.split('__thought__')[0] : id
}

/** Since the user last spoke, the first call of each content is signed. */
function signatureComplaints(contents: readonly Content[]): string[] {
  const spoken = contents.findLastIndex(
    (content) => content.role !== 'model' && resultsOf(content).length < content.parts.length,
  )
  return contents.slice(spoken + 1).flatMap((content) => {
    const first = callsOf(content)[0]
    const part = content.parts.find(({ at }) => at === first?.at)?.fields
    const signature = part?.thoughtSignature ?? part?.thought_signature
    return part === undefined || (typeof signature === 'string' && signature !== '')
      ? []
      : [`${first?.at} is not signed.`]
  })
}

/** A gateway compares calls and results position by position. */
function orderComplaints(contents: readonly Content[], tail: Tail): string[] {
  return contents.flatMap((content, index) => {
    const calls = callsOf(content)
    const results = resultsOf(contents[index + 1])
    // What is still to come may stand between those that are there.
    if (tail === 'open' && calls.length > results.length && isInFlight(contents, index, calls, results))
      return areInTurn(calls, results) ? [] : [`${contents[index + 1]?.at} holds results in another order.`]
    return calls.flatMap(({ fields: call }, position) => {
      const result = results[position]
      const key = call.id && result?.fields.id ? 'id' : 'name'
      return result === undefined || result.fields[key] === call[key]
        ? []
        : [`${result.at} does not match its call.`]
    })
  })
}

/** Whether results stand as their calls do, others left out. */
function areInTurn(calls: readonly Part[], results: readonly Part[]): boolean {
  let from = 0
  return results.every(({ fields: result }) => {
    const at = calls.findIndex(({ fields: call }, position) => position >= from && isMeant(call, result))
    from = at + 1
    return at >= 0
  })
}

/** Some say that results stand alone: words and media beside them are one side's refusal. */
function companyComplaints(content: Content): string[] {
  if (content.role === 'model' || resultsOf(content).length === 0) return []
  const isAccompanied = content.parts.some(({ fields }) => isSaid(fields))
  return isAccompanied ? [`${content.at} holds more than results.`] : []
}

function isSaid(part: Fields): boolean {
  if (part.thought === true || [...CALL, ...RESULT].some((key) => isFields(part[key]))) return false
  const isSignature = part.text === '' && Boolean(part.thoughtSignature ?? part.thought_signature)
  return (typeof part.text === 'string' && !isSignature) || SHOWN.some((key) => isFields(part[key]))
}

function endComplaints(contents: readonly Content[]): string[] {
  const last = contents.at(-1)
  return last?.role === 'model' ? [`${last.at} is a content of the model at the end.`] : []
}
