import { addAll } from '../model/lists.ts'

const prefixed = /\b(?:toolu|tooluse|srvtoolu|call|fc|rs|msg|ctc)_[\w-]{2,}/g
const notIds: ReadonlySet<string> = new Set(['call_id', 'call_ids'])

/** The words right before an id, or a list of them, in the sentences on record. */
const leads = new RegExp(
  `(?:${[
    'immediately after:',
    'blocks:',
    'blocks with id:',
    'following ids:',
    'duplicate ids:',
    'did not have response messages:',
    'missing for tool calls?:?',
    'output found for (?:\\w+ ){1,3}call\\b',
    'with call_id',
    'call_ids submitted:',
    'found with id',
    'item with id',
    '\\bitem\\b',
    'tool use with id',
    'tool_call_id["\'`]?(?: of|:)?',
    'tool call id(?: was)?',
    'tool id\\(',
    'functionresponse\\.id',
    'functioncall\\.id',
    '\\.id["\']:',
  ].join('|')})\\s{0,3}\\[?`,
  'gi',
)
const quotedItem = /\s{0,3}(?:'([^']{1,200})'|"([^"]{1,200})"|`([^`]{1,200})`)/y
const plainItem = /\s{0,3}([^\s,'"`()[\]{}]{1,200})/y
const most = 200

interface QuotedId {
  readonly id: string
  readonly at: number
}

/** The ids of calls, results and items that a text quotes, in order, each once. */
export function quotedIds(text: string): readonly string[] {
  const found: QuotedId[] = []
  for (const { 0: id, index } of text.matchAll(prefixed)) found.push({ id, at: index })
  for (const { 0: lead, index } of text.matchAll(leads)) addAll(found, listAt(text, index + lead.length))
  const ids = found
    .filter(({ id }) => !notIds.has(id))
    .sort((left, right) => left.at - right.at)
    .map(({ id }) => id)
  return [...new Set(ids)].slice(0, most)
}

/** The ids of a list that begins here, separated by commas. */
function listAt(text: string, start: number): readonly QuotedId[] {
  const found: QuotedId[] = []
  let at = start
  while (found.length < most) {
    const item = itemAt(text, at)
    if (item === undefined) break
    found.push({ id: item.id, at })
    if (text[item.end] !== ',') break
    at = item.end + 1
  }
  return found
}

function itemAt(text: string, at: number): { readonly id: string; readonly end: number } | undefined {
  quotedItem.lastIndex = at
  const quoted = quotedItem.exec(text)
  const held = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3]
  if (held !== undefined && !isPlace(held)) return { id: held, end: quotedItem.lastIndex }
  plainItem.lastIndex = at
  const plain = plainItem.exec(text)?.[1]
  if (plain === undefined || isPlace(plain)) return undefined
  const id = plain.replace(/[.:;…]+$/, '')
  // A word of the sentence is no id; ids that models and APIs make hold more than letters.
  return /[\d_|:-]/.test(id) ? { id, end: plainItem.lastIndex } : undefined
}

function isPlace(word: string): boolean {
  return /^(?:messages?|input|contents)\b/.test(word)
}

const place =
  /\b(?:GenerateContentRequest\.contents|messages?|input|contents)(?:\.\d+|\.?\[\d+\])(?:\.[A-Za-z_]{1,40}(?:\.\d+|\[\d+\]))*/

/** The first place that a text names, as written. */
export function quotedPlace(text: string): string | undefined {
  return place.exec(text)?.[0]
}
