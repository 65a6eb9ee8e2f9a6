import { applyEdits as applyTextEdits, type Edit, modify } from 'jsonc-parser'
import type { Way } from './located.ts'

/** The text of JSON with comments, with another value for one member; everything else stays as it is written. */
export function withJsonMember(text: string, way: Way, value: unknown): string {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  const [added] = modify(text, [...way], value, {})
  if (added?.length === 0 && added.content.startsWith(',')) return addedJson(text, added, indent)
  return applyTextEdits(text, modify(text, [...way], value, { formattingOptions }))
}

/** A text with a member behind the last one of a table, and behind the comment on the line of that one. */
function addedJson(text: string, { offset, content }: Edit, indent: string): string {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset)
  const [kept = '', comma = ''] = /^(,?)(?:[ \t]*\/\/[^\r\n]*)?/.exec(text.slice(offset)) ?? []
  const [margin] = /^\s*(?=")/.exec(line) ?? []
  const joint = comma === '' ? `,${kept}` : kept
  const members = JSON.stringify(JSON.parse(`{${content.slice(1)}}`), undefined, indent)
  const lines = members.split('\n').slice(1, -1)
  const entry =
    margin === undefined
      ? ` ${content.slice(1)}`
      : lines.map((each) => `\n${margin}${each.slice(indent.length)}`).join('')
  return `${text.slice(0, offset)}${joint}${entry}${comma}${text.slice(offset + kept.length)}`
}
