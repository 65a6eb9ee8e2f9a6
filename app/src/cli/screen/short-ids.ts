const shown = 9
const longest = 16

/** Makes a function that shortens the given ids in a text, each to what still tells it from the others. */
export function shortener(ids: Iterable<string>, cut: string): (text: string) => string {
  const short = new Map<string, string>()
  const long = [...new Set(ids)].filter((id) => id.length > longest).sort()
  long.forEach((id, index) => {
    const shared = Math.max(sharedLength(id, long[index - 1]), sharedLength(id, long[index + 1]))
    const length = Math.max(shown, shared + 1)
    if (length < id.length) short.set(id, `${id.slice(0, length)}${cut}`)
  })
  return (text) => text.replace(/[^\s,`'"]{17,}/g, (word) => shortWord(word, short))
}

function shortWord(word: string, short: ReadonlyMap<string, string>): string {
  const known = short.get(word)
  if (known !== undefined) return known
  // A sentence may glue a stop to an id.
  const bare = word.replace(/[.:;)\]]+$/, '')
  return `${short.get(bare) ?? bare}${word.slice(bare.length)}`
}

function sharedLength(left: string, right: string | undefined): number {
  let length = 0
  while (length < left.length && right !== undefined && left[length] === right[length]) length++
  return length
}
