import { type Denied, isDenied } from '@mortise/core'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'

/** A stretch of a text. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * The stretches of a text in which calls of denied tools are written down, as models do that have seen many of them.
 *
 * Only whole shapes count: a JSON object with the name of the tool and its arguments and nothing foreign, a tag that
 * names the tool and is closed, or a line such as `[Tool: exec ls]`. A sentence about a tool is none.
 */
export function textCallsIn(text: string, denied: Denied): readonly Stretch[] {
  if (!/[{<[]/.test(text)) return []
  const found = [...inTags(text, denied), ...inObjects(text, denied), ...inBrackets(text, denied)]
  return outermost(found.map((stretch) => withFence(text, stretch)))
}

const wrapper = /<((?:tool|function)_(?:call|use))>\s*(\{[\s\S]*?\})\s*<\/\1>/g
const named = /<(invoke name=["']([^"'<>]+)["']|function=([\w.-]+))>[\s\S]*?<\/(?:invoke|function)>/g

function* inTags(text: string, denied: Denied): Generator<Stretch> {
  for (const { index, 0: whole, 2: body = '' } of text.matchAll(wrapper))
    if (isCallOf(denied, parsed(body))) yield { start: index, end: index + whole.length }
  for (const { index, 0: whole, 2: first, 3: second } of text.matchAll(named))
    if (isDenied(denied, first ?? second)) yield { start: index, end: index + whole.length }
}

/** A JSON object that could be a call begins with one of these members. */
const opening = /\{\s*"(?:name|type|id|tool|function|arguments|parameters|input)"\s*:/g

function* inObjects(text: string, denied: Denied): Generator<Stretch> {
  let next = 0
  for (const { index } of text.matchAll(opening)) {
    if (index < next) continue
    const end = endOfObject(text, index)
    if (end === undefined) continue
    if (!isCallOf(denied, parsed(text.slice(index, end)))) continue
    next = end
    yield { start: index, end }
  }
}

const bracket = /\[Tool(?: [Cc]all| [Uu]se)?: ?`?([\w.:-]+)`?(?:[ ,(:][^\]\n]*)?\]/g

function* inBrackets(text: string, denied: Denied): Generator<Stretch> {
  for (const { index, 0: whole, 1: name } of text.matchAll(bracket))
    if (isDenied(denied, name)) yield { start: index, end: index + whole.length }
}

const callMembers: ReadonlySet<string> = new Set([
  'name',
  'tool',
  'arguments',
  'parameters',
  'input',
  'args',
  'id',
  'call_id',
  'type',
  'function',
])

/** Whether a value is a call of a denied tool, and holds nothing that a call does not. */
function isCallOf(denied: Denied, value: JsonObject | undefined): boolean {
  if (value === undefined || !Object.keys(value).every((name) => callMembers.has(name))) return false
  if (isObject(value.function)) return isCallOf(denied, value.function)
  const name = nonEmpty(value.name) ?? nonEmpty(value.tool)
  const given = value.arguments ?? value.parameters ?? value.input ?? value.args
  const isCall = name !== undefined && (isObject(given) || typeof given === 'string')
  return isCall && isDenied(denied, name)
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

// An object that is longer is no call that a model wrote by hand.
const longest = 1 << 16

/** Where the object that begins at a position ends; undefined where it does not. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isText = false
  for (let at = start; at < Math.min(text.length, start + longest); at++) {
    const letter = text[at]
    if (isText) {
      if (letter === '\\') at++
      else if (letter === '"') isText = false
    } else if (letter === '"') isText = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at + 1
  }
  return undefined
}

/** A stretch that is all that a fence holds goes with the fence. */
function withFence(text: string, { start, end }: Stretch): Stretch {
  const before = /```[\w-]*[ \t]*\r?\n\s*$/.exec(text.slice(0, start))
  const after = /^\s*\r?\n[ \t]*```/.exec(text.slice(end))
  if (before === null || after === null) return { start, end }
  return { start: before.index, end: end + after[0].length }
}

/** The stretches that lie in no other one, in their order. */
function outermost(stretches: readonly Stretch[]): readonly Stretch[] {
  const sorted = [...stretches].sort((one, other) => one.start - other.start || other.end - one.end)
  let last = -1
  return sorted.filter(({ start, end }) => {
    const isOuter = start >= last
    if (isOuter) last = end
    return isOuter
  })
}

/** The stretches of a summary that tell of the use of denied tools: calls written down, and sentences about them. */
export function toolTalesIn(text: string, denied: Denied): readonly Stretch[] {
  const told = sentencesIn(text).filter(({ start, end }) => tellsOfTool(text.slice(start, end), denied))
  return outermost([...textCallsIn(text, denied), ...told])
}

/** Lines, and within lines of prose sentences; an item of a list is one. */
function sentencesIn(text: string): readonly Stretch[] {
  return [...text.matchAll(/[^\n]+\n?/g)].flatMap(({ index, 0: line }) => {
    if (/^\s*(?:[-*+•]|\d+[.)])\s/.test(line)) return [{ start: index, end: index + line.length }]
    const sentences = line.matchAll(/[^\s.!?][^.!?]*(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*\s*/g)
    return [...sentences].map((each) => ({
      start: index + each.index,
      end: index + each.index + each[0].length,
    }))
  })
}

const verb =
  '(?:call(?:s|ed|ing)?|us(?:e|es|ed|ing)|invok(?:e|es|ed|ing)|r[au]n(?:s|ning)?|execut(?:e|es|ed|ing))'
const tool = '`?([a-z][\\w.:-]*)`?'
const tales = [
  new RegExp(`\\b${verb}\\s+(?:the\\s+|its\\s+)?(?:tool\\s+)?${tool}\\s+tool\\b`, 'gi'),
  new RegExp(`\\b${verb}\\s+(?:the\\s+)?tool\\s+${tool}`, 'gi'),
  new RegExp(`\\b${verb}\\s+(?:the\\s+)?\`([a-z][\\w.:-]*)\``, 'gi'),
  new RegExp(`\\btool (?:call|use)s?\\s*(?:of|to|:)\\s*${tool}`, 'gi'),
]

/** Whether a sentence says that a denied tool was used, by its name. */
function tellsOfTool(sentence: string, denied: Denied): boolean {
  return tales.some((tale) => [...sentence.matchAll(tale)].some(([, name]) => isDenied(denied, name)))
}

/** A text without some stretches; one that would be left empty says that something went. */
export function withoutStretches(text: string, stretches: readonly Stretch[]): string {
  let done = 0
  let kept = ''
  for (const { start, end } of stretches) {
    kept += text.slice(done, start)
    done = end
  }
  kept += text.slice(done)
  return kept.trim() === '' ? removedWords : kept
}

/** Stands in for a text that was nothing but calls. */
const removedWords = '(removed: the use of a tool that is denied)'
