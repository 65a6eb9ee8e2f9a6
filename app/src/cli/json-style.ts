/** How a JSON text is set: what surrounds it, its line breaks, spaces and escapes. */
export interface JsonStyle {
  readonly lead: string
  readonly trail: string
  /** What one level is indented by; undefined where all stands on one line. */
  readonly indent: string | undefined
  readonly lineBreak: string
  /** A space after commas and colons, on one line. */
  readonly isSpaced: boolean
  /** Everything beyond ASCII is escaped. */
  readonly isAscii: boolean
}

/** Reads the style of a valid JSON text. */
export function styleOf(text: string): JsonStyle {
  const start = text.search(/\S/)
  const head = text.slice(start, start + 2000)
  const broken = /^[{[](\r?\n)([ \t]*)/.exec(head)
  return {
    lead: text.slice(0, start),
    trail: text.slice(text.trimEnd().length),
    indent: broken?.[2],
    lineBreak: broken?.[1] ?? '\n',
    isSpaced: /^[{[]\s*\{?\s*"[^"]*": /.test(head),
    isAscii: text.includes('\\u') && isAscii(text),
  }
}

/** Prints a value in a style. */
export function printInStyle(value: unknown, style: JsonStyle): string {
  return `${style.lead}${escaped(broken(value, style), style)}${style.trail}`
}

function broken(value: unknown, style: JsonStyle): string {
  // Printed strings hold no line break of their own, so that each one here is the printer's.
  if (style.indent === '') return JSON.stringify(value, null, 1).replace(/\n */g, style.lineBreak)
  if (style.indent !== undefined)
    return JSON.stringify(value, null, style.indent).replaceAll('\n', style.lineBreak)
  if (!style.isSpaced) return JSON.stringify(value)
  return JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')
}

function escaped(printed: string, style: JsonStyle): string {
  if (!style.isAscii) return printed
  return printed.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text)
}
