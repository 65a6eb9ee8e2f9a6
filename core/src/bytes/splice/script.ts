import type { Edit } from '../../model/edit.ts'
import { printJson } from '../../model/json.ts'
import { signs } from '../scan/skip.ts'
import { encode } from '../text/utf8.ts'
import type { ByteSpan } from './fit.ts'
import { addOutline, emptyOutline, type Outline, textPrint } from './outline.ts'
import { reuse } from './reuse.ts'

/** A value that a plan writes: its JSON without white space, and which of the values in it stand in the document already. */
export interface Script {
  readonly outline: Outline
  /** By value of the outline, the bytes of the document to be taken over as they are. */
  readonly reused: Map<number, ByteSpan>
}

/** The values that edits write, made of what the plan takes away where that says the same. */
export function scriptsOf(
  bytes: Uint8Array,
  edits: readonly Edit[],
  taken: readonly ByteSpan[],
): ReadonlyMap<Edit, Script> {
  const scripts = new Map<Edit, Script>()
  const isAscii = once(() => isEscaped(bytes))
  for (const edit of edits) {
    if (edit.do === 'remove' || edit.do === 'unset') continue
    const name = edit.at[edit.at.length - 1]
    const outline = emptyOutline(encode(printed(edit.value, isAscii)))
    addOutline(outline, 0, typeof name === 'string' ? textPrint(name) : 0)
    scripts.set(edit, { outline, reused: new Map() })
  }
  if (scripts.size > 0 && taken.length > 0) reuse(bytes, taken, [...scripts.values()])
  return scripts
}

/** A name or a text as this document would write it. */
export function printed(value: unknown, isAscii: () => boolean): string {
  const text = printWhole(value)
  if (!/[\u0080-\uffff]/.test(text) || !isAscii()) return text
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** JSON text of a value; a number that is too large for one, such as `1e400`, is printed as one and not as `null`. */
function printWhole(value: unknown): string {
  const text = printJson(value)
  if (!text.includes('null')) return text
  let word = 'infinite'
  while (text.includes(word)) word += '-'
  try {
    return JSON.stringify(value, (_, child: unknown) =>
      isInfinite(child) ? `${child < 0 ? '-' : ''}${word}` : child,
    )
      .replaceAll(`"${word}"`, '1e400')
      .replaceAll(`"-${word}"`, '-1e400')
  } catch {
    // The built-in printer runs out of stack on deep nesting.
    return text
  }
}

function isInfinite(value: unknown): value is number {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
}

/** Whether a document escapes all that is not ASCII. */
export function isEscaped(bytes: Uint8Array): boolean {
  let hasEscape = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte >= 0x80) return false
    if (byte !== signs.backslash) continue
    at++
    if (bytes[at] === 0x75) hasEscape = true
  }
  return hasEscape
}

/** A question that is asked at most once. */
export function once<Answer>(ask: () => Answer): () => Answer {
  let answer: { readonly value: Answer } | undefined
  return () => {
    answer ??= { value: ask() }
    return answer.value
  }
}
