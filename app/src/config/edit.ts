import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
} from 'yaml'
import { withJsonMember } from './edit-json.ts'
import { isJsonFile, locate, type MemberPath } from './located.ts'
import { formatPath } from './member-path.ts'
import { ConfigError } from './read.ts'

/** The value of a member as it is written, references and all; undefined where there is none. */
export function memberIn(text: string, path: string, way: MemberPath): unknown {
  return way.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    return (value as Readonly<Record<string | number, unknown>>)[step]
  }, locate(text, path).value)
}

/** The text of a config with another value for one member; everything else stays as it is written. */
export function withMember(text: string, path: string, way: MemberPath, value: unknown): string {
  if (isJsonFile(path)) return withJsonMember(text, way, value)
  const document = parseDocument(text, { merge: true })
  refuseAlias(document, way)
  put(document, way, value)
  // The splice knows the common forms; the printer of the library knows all, and sets the text anew.
  const printed = document.toString({ lineWidth: 0 }).replaceAll('\n', lineBreakOf(text))
  const edited = spliced(text, way, value)
  const isRight = (each: string): boolean =>
    isDeepStrictEqual(locate(each, path).value, locate(printed, path).value)
  return edited !== undefined && isRight(edited) ? edited : printed
}

/** Refuses a member of an alias: a change there would be one of the anchor, and of all its other aliases. */
function refuseAlias(document: Document, way: MemberPath): void {
  for (let length = 1; length < way.length; length++) {
    const node = document.getIn(way.slice(0, length), true)
    if (!isAlias(node)) continue
    const [owner, anchor] = [formatPath(way.slice(0, length)), node.source]
    throw new ConfigError([
      `\`${owner}\` is written as \`*${anchor}\`, a second name for the value at \`&${anchor}\`. Change that one, or give \`${owner}\` a value of its own.`,
    ])
  }
}

/** Puts a member into a document; a text or nothing that stands in its way goes. */
function put(document: Document, way: MemberPath, value: unknown): void {
  const lengths = way.map((_, index) => index + 1)
  const taken = lengths.find((length) => isScalar(document.getIn(way.slice(0, length), true))) ?? way.length
  document.setIn(way.slice(0, taken), document.createNode(nested(way.slice(taken), value)))
}

function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** A text with a member changed where it stands, or added behind the last member of its table. */
function spliced(text: string, way: MemberPath, value: unknown): string | undefined {
  let owner: unknown = parseDocument(text, { merge: true }).contents
  for (const [index, step] of way.entries()) {
    const rest = way.slice(index + 1)
    const isLast = rest.length === 0
    if (isMap(owner)) {
      const pair: Pair | undefined = owner.items.find(({ key }) => isScalar(key) && key.value === step)
      if (pair === undefined) return added(text, owner, step, nested(rest, value))
      if (isLast || !isCollection(pair.value)) return replaced(text, pair, nested(rest, value))
      owner = pair.value
    } else if (isCollection(owner) && typeof step === 'number') {
      const item: unknown = owner.items[step]
      if (isLast && isNode(item) && !isPair(item)) return replacedItem(text, item, value)
      owner = item
    } else return undefined
  }
  return undefined
}

/** The value that a way of its own leads to. */
function nested(way: MemberPath, value: unknown): unknown {
  return way.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value)
}

function replaced(text: string, { key, value: old }: Pair, value: unknown): string | undefined {
  if (!isScalar(key) || key.range == null) return undefined
  const start = key.range[1]
  if (!isNode(old) || old.range == null) return undefined
  const between = text.slice(start, old.range[0])
  const [head, comment = ''] = /^\s*:([ \t]*#[^\r\n]*)?/.exec(between) ?? []
  if (head === undefined) return undefined
  const end = trimmedEnd(text, old)
  return `${text.slice(0, start)}: ${flowOf(value)}${comment}${text.slice(end)}`
}

function replacedItem(text: string, item: Node, value: unknown): string | undefined {
  if (item.range == null || isAlias(item)) return undefined
  return `${text.slice(0, item.range[0])}${flowOf(value)}${text.slice(trimmedEnd(text, item))}`
}

/** Where a value ends, without the line break and the comments behind it. */
function trimmedEnd(text: string, { range }: Node): number {
  const [start, end] = range ?? [0, 0]
  return start + text.slice(start, end).trimEnd().length
}

/** A text with a member behind the last one of a table. */
function added(text: string, owner: YAMLMap, step: string | number, value: unknown): string | undefined {
  const entry = `${flowOf(String(step))}: ${flowOf(value)}`
  const { range, flow, items } = owner
  if (range == null) return undefined
  if (flow) {
    const inside = text.slice(range[0] + 1, range[1] - 1)
    const kept = inside.trimEnd().replace(/,$/, '')
    const joint = items.length === 0 ? ' ' : ', '
    return `${text.slice(0, range[0] + 1)}${kept}${joint}${entry} ${text.slice(range[1] - 1)}`
  }
  const [first] = items
  if (first === undefined || !isScalar(first.key) || first.key.range == null) return undefined
  const at = first.key.range[0]
  const indent = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  if (indent.trim() !== '') return undefined
  const end = lineEnd(text, range[0] + text.slice(range[0], range[1]).trimEnd().length)
  return `${text.slice(0, end)}${lineBreakOf(text)}${indent}${entry}${text.slice(end)}`
}

function lineEnd(text: string, offset: number): number {
  const at = text.slice(offset).search(/\r?\n/)
  return at < 0 ? text.length : offset + at
}

/** A value on one line, quoted as it has to be inside of brackets. */
function flowOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalarOf(value)
  const members = Object.entries(value).map(([key, each]) => `${scalarOf(key)}: ${flowOf(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function scalarOf(value: unknown): string {
  const options = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 } as const
  return stringify([value], options).trim().slice(1, -1)
}
