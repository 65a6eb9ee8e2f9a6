/**
 * Finds the name that a mistyped word most likely means.
 *
 * Core has the same for options; a command line is read before core is loaded.
 */
export function closest(word: string, names: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.floor(word.length / 3) + 1
  for (const name of names) {
    const steps = distance(word, name)
    if (steps >= least) continue
    best = name
    least = steps
  }
  return best ?? names.find((name) => word.length > 2 && name.startsWith(word))
}

/** Counts the letters to add, drop, change or swap with their neighbour. */
function distance(left: string, right: string): number {
  let before: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1
      let steps = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + change,
      )
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (row > 1 && column > 1 && isSwap) steps = Math.min(steps, (before[column - 2] ?? 0) + 1)
      current.push(steps)
    }
    before = above
    above = current
  }
  return above[right.length] ?? 0
}
