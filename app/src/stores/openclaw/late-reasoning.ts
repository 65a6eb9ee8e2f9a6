import type { Entry, Lane } from '../contract/store.ts'
import { modelIn } from '../pi-family/record.ts'
import { isObject, type JsonObject, memberAt } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'

/**
 * The answers that hold reasoning which OpenClaw sends behind other words: it makes one message of neighbours, and of
 * most models it sends the reasoning of the last answer alone.
 *
 *     in the session   [thinking, text] [thinking, text]
 *     as it is sent    [text, thinking, text]
 *
 * OpenClaw 2026.9.2 was seen to do so, and asks once more without reasoning when the API refuses it (decision 141).
 */
export function lateReasoning(entries: readonly Entry[], { turns }: Lane): readonly number[] {
  const models = turns.map((index) => modelIn(itemAt(entries, index).value))
  const last = models.findLastIndex((model) => model !== undefined)
  const isAllSent = allSent.test(models[last] ?? '')
  let isBehindWords = false
  return turns.filter((index, position) => {
    if (models[position] === undefined) {
      isBehindWords = false
      return false
    }
    const types = blocksIn(itemAt(entries, index).value).map(({ type }) => type)
    const thinks = (isAllSent || position === last) && types.includes('thinking')
    if (thinks && isBehindWords) return true
    isBehindWords ||= types.some((type) => type !== 'thinking') && !(thinks && types[0] === 'thinking')
    return false
  })
}

/** The models that may start with words, and one more: of these OpenClaw sends all reasoning. */
const allSent = /(?:^|[^a-z])claude-(?:fable-5|mythos-|opus-(?:4-[5-8]|5)|sonnet-(?:4-6|5))/

function blocksIn(value: JsonObject): readonly JsonObject[] {
  const content = memberAt(value, ['message', 'content'])
  return Array.isArray(content) ? content.filter(isObject) : []
}
