import { at } from '../model/lists.ts'
/** Fills a template's named values in; a value that is not given leaves nothing behind. */
export function fill(template: string, valueFor: (name: string) => string | undefined): string {
  const pieces = piecesOf(template)
  let text = pieces[0] ?? ''
  for (let index = 1; index < pieces.length; index += 2) {
    const value = valueFor(at(pieces, index)) ?? ''
    const rest = at(pieces, index + 1)
    // Nothing between two spaces leaves one.
    text += value === '' && text.endsWith(' ') ? rest.replace(/^ /, '') : value + rest
  }
  return text.trim()
}

const known = new Map<string, readonly string[]>()

/** A template as text, name, text, name … text; cut up once. */
function piecesOf(template: string): readonly string[] {
  const cut = known.get(template)
  if (cut !== undefined) return cut
  const pieces = template.split(/\{(\w+)\}/)
  known.set(template, pieces)
  return pieces
}
