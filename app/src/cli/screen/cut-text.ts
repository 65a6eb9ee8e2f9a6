const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Longer sequences are no letters that somebody reads. */
const longestLetter = 64

/** The beginning of a text, and an ellipsis where something was cut; never between the parts of one letter. */
export function cutText(text: string, length: number, ellipsis: string): string {
  if (text.length <= length) return text
  let end = 0
  for (const { index, segment } of letters.segment(text.slice(0, length + longestLetter))) {
    if (index + segment.length > length) break
    end = index + segment.length
  }
  return `${text.slice(0, end)}${ellipsis}`
}

/** A path with its middle cut out: its beginning and its end tell it best. */
export function cutPath(path: string, length: number, ellipsis: string): string {
  if (path.length <= length) return path
  const all = [...letters.segment(path)].map(({ segment }) => segment)
  const room = Math.max(2, length - ellipsis.length)
  const head = Math.floor(room / 3)
  if (all.length <= room) return path
  return `${all.slice(0, head).join('')}${ellipsis}${all.slice(all.length - (room - head)).join('')}`
}
