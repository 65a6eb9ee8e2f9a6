import { createHash, type Hash } from 'node:crypto'
import { isObject, type JsonObject, listIn } from '../json.ts'

/** A block of thinking in a request, and the digest of everything that stands before it. */
export interface Thought {
  readonly at: readonly ['messages', number, 'content', number]
  readonly block: JsonObject
  readonly prefix: string
}

/** What a request holds, as far as thinking is bound to it. */
export interface Bound {
  readonly thoughts: readonly Thought[]
  /** The digest of the whole request with more blocks of the model's after it. */
  prefixAfter(blocks: readonly unknown[]): string
}

/**
 * Digests `system`, `tools` and the messages of a request, block by block.
 *
 * Thinking itself is left out, since a leading run of it may go, and so are cache marks, which may move. Words count
 * the same as one string and as one block; which message a block stands in does not count, only who says it.
 */
export function readBound(document: JsonObject): Bound {
  const running = createHash('sha256')
  add(running, 'system', blocksOf(document.system))
  add(running, 'tools', listIn(document, 'tools'))
  const thoughts: Thought[] = []
  for (const [index, message] of listIn(document, 'messages').entries()) {
    if (!isObject(message)) continue
    for (const [position, block] of blocksOf(message.content).entries()) {
      const at = ['messages', index, 'content', position] as const
      if (isThought(block)) thoughts.push({ at, block, prefix: running.copy().digest('hex') })
      else add(running, String(message.role), [block])
    }
  }
  return {
    thoughts,
    prefixAfter: (blocks) => add(running.copy(), 'assistant', blocks).digest('hex'),
  }
}

function isThought(block: unknown): block is JsonObject {
  return isObject(block) && (block.type === 'thinking' || block.type === 'redacted_thinking')
}

function add(running: Hash, who: string, blocks: readonly unknown[]): Hash {
  for (const block of blocks) running.update(JSON.stringify([who, unmarked(block)]))
  return running
}

/** A content as blocks: words may be written as one string. */
function blocksOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

/** A block without its cache marks, members in one order. */
function unmarked(block: unknown): unknown {
  if (!isObject(block)) return block
  const { cache_control: _, ...rest } = block
  if (rest.type !== 'tool_result' || rest.content === undefined) return sorted(rest)
  return sorted({ ...rest, content: blocksOf(rest.content).map(unmarked) })
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
