/** So many tries are made; a smaller conversation that would need more of them is not looked for. */
const mostTries = 4000

/** The smallest list, as far as leaving items out leads, of which something still holds (delta debugging). */
export function smallest<Item>(
  items: readonly Item[],
  holds: (items: readonly Item[]) => boolean,
  tries: { left: number } = { left: mostTries },
): readonly Item[] {
  let kept = items
  let parts = 2
  while (kept.length > 1 && tries.left > 0) {
    const size = Math.ceil(kept.length / parts)
    let isSmaller = false
    for (let start = 0; start < kept.length && tries.left > 0; start += size) {
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)]
      tries.left--
      if (rest.length === 0 || !holds(rest)) continue
      kept = rest
      parts = Math.max(2, parts - 1)
      isSmaller = true
      break
    }
    if (isSmaller) continue
    if (size === 1) break
    parts = Math.min(kept.length, parts * 2)
  }
  return kept
}

/** The same within each message: members of lists that are not needed go. */
export function smallestWithin(
  messages: readonly unknown[],
  holds: (messages: readonly unknown[]) => boolean,
): readonly unknown[] {
  const tries = { left: mostTries }
  let kept = messages
  for (const [index, message] of messages.entries()) {
    if (typeof message !== 'object' || message === null) continue
    for (const [key, list] of Object.entries(message)) {
      if (!Array.isArray(list) || list.length < 2) continue
      const withList = (items: readonly unknown[]): readonly unknown[] =>
        kept.with(index, { ...(kept[index] as object), [key]: items })
      kept = withList(smallest<unknown>(list, (items) => holds(withList(items)), tries))
    }
  }
  return kept
}
