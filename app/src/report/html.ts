import { printable } from '../text/printable.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Foreign text as text of a page: nothing in it is markup, and what hides or turns text is shown by its number. */
export function text(words: string): string {
  const lines = words.split('\n').map((line) => printable(line))
  return lines.join('\n').replace(/[&<>"']/g, (letter) => escapes[letter] ?? '')
}

/** An element around markup that was made here. */
export function tag(name: string, attributes: Readonly<Record<string, string>>, inside: string): string {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(value)}"`)
  return `<${name}${own.join('')}>${inside}</${name}>`
}
