import { isObject } from '../../model/json.ts'

/** The text that the model reads before the messages. */
export function headOf(document: unknown): unknown {
  return isObject(document) ? { system: document.system, tools: document.tools } : undefined
}

/** A message, or what stands before the messages, without cache marks. */
export function unmarked(value: unknown): unknown {
  if (!isObject(value)) return value
  const lists = Object.entries(value).filter(([, held]) => Array.isArray(held))
  return { ...value, ...Object.fromEntries(lists.map(([name, list]) => [name, blocksWithout(list)])) }
}

/** Blocks without their marks, nor those of the blocks that they hold. */
function blocksWithout(list: unknown, isInside = false): unknown {
  if (!Array.isArray(list)) return list
  return list.map((block: unknown) => {
    if (!isObject(block)) return block
    const { cache_control: _mark, ...rest } = block
    return isInside || rest.content === undefined
      ? rest
      : { ...rest, content: blocksWithout(rest.content, true) }
  })
}
