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

/**
 * A path with its middle cut out: its beginning and its end tell it best.
 *
 * A name that does not fit is cut near its end: some ids differ at their beginning, others at their end.
 */
export function cutPath(path: string, length: number, ellipsis: string): string {
  if (path.length <= length) return path
  const all = [...letters.segment(path)].map(({ segment }) => segment)
  const room = Math.max(2, length - ellipsis.length)
  const head = Math.floor(room / 3)
  if (all.length <= room) return path
  const name = path.replace(/^.*[/\\]/s, '')
  if (name.length > room - head && length > 2 * ellipsis.length + 1)
    return `${ellipsis}/${cutName(name, length - ellipsis.length - 1, ellipsis)}`
  return `${all.slice(0, head).join('')}${ellipsis}${all.slice(all.length - (room - head)).join('')}`
}

function cutName(name: string, length: number, ellipsis: string): string {
  const tail = name.slice(name.length - Math.floor((length - ellipsis.length) / 3))
  return cutText(name, length - ellipsis.length - tail.length, ellipsis) + tail
}
