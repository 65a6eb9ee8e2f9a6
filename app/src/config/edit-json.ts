import {
  applyEdits as applyTextEdits,
  type Edit,
  findNodeAtLocation,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser'
import type { MemberPath } from './located.ts'

/** The text of JSON with comments, with another value for one member; everything else stays as it is written. */
export function withJsonMember(text: string, way: MemberPath, value: unknown): string {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  const root = parseTree(text, [], { allowTrailingComma: true })
  const old = root === undefined ? undefined : findNodeAtLocation(root, [...way])
  if (old !== undefined && !textOf(text, old).includes('\n'))
    return `${text.slice(0, old.offset)}${onOneLine(value)}${text.slice(old.offset + old.length)}`
  const [added] = modify(text, [...way], value, {})
  if (root !== undefined && added?.length === 0 && added.content.startsWith(','))
    return addedJson(text, added, indent, marginOf(text, tableOf(root, way)))
  return applyTextEdits(text, modify(text, [...way], value, { formattingOptions }))
}

/** The innermost table on a way that is there. */
function tableOf(root: Node, way: MemberPath): Node {
  const depths = way.map((_, index) => way.length - 1 - index)
  return depths.flatMap((depth) => findNodeAtLocation(root, way.slice(0, depth)) ?? []).find(isTable) ?? root
}

function isTable({ type }: Node): boolean {
  return type === 'object'
}

/** The space before the last member of a table; undefined where that does not begin its line. */
function marginOf(text: string, { children = [] }: Node): string | undefined {
  const { offset } = children.at(-1) ?? { offset: 0 }
  const margin = text.slice(text.lastIndexOf('\n', offset) + 1, offset)
  return offset > 0 && margin.trim() === '' ? margin : undefined
}

function textOf(text: string, { offset, length }: Node): string {
  return text.slice(offset, offset + length)
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${onOneLine(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A text with a member behind the last one of a table, and behind the comment on the line of that one. */
function addedJson(
  text: string,
  { offset, content }: Edit,
  indent: string,
  margin: string | undefined,
): string {
  const [kept = '', comma = ''] = /^(,?)(?:[ \t]*\/\/[^\r\n]*)?/.exec(text.slice(offset)) ?? []
  const joint = comma === '' ? `,${kept}` : kept
  const members = JSON.stringify(JSON.parse(`{${content.slice(1)}}`), undefined, indent)
  const lines = members.split('\n').slice(1, -1)
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const entry =
    margin === undefined
      ? ` ${content.slice(1)}`
      : lines.map((each) => `${lineBreak}${margin}${each.slice(indent.length)}`).join('')
  return `${text.slice(0, offset)}${joint}${entry}${comma}${text.slice(offset + kept.length)}`
}
