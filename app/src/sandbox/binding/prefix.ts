import { createHash, type Hash } from 'node:crypto'
import { type AnyJsonObject, isObject, listIn } from '../json.ts'
import type { BoundForm } from './form.ts'

/** A block of thinking in a request, and the digest of everything that stands before it. */
export interface Thought {
  readonly at: readonly ['messages', number, 'content', number]
  readonly signature: unknown
  readonly prefix: string
}

/** The thinking in a request, and the digest that new thinking is bound to. */
export interface Bound {
  readonly thoughts: readonly Thought[]
  /** The digest of the whole request with more blocks of the model's after it. */
  prefixAfter(blocks: readonly unknown[]): string
}

/**
 * Digests the instructions, tools and messages of a request, block by block.
 *
 * Thinking itself is left out, since a leading run of it may go, and so are cache marks, which may move. Words count
 * the same as one string and as one block; which message a block stands in does not count, only who says it.
 */
export function readBound(form: BoundForm, document: AnyJsonObject): Bound {
  const add = (running: Hash, who: string, blocks: readonly unknown[]): Hash => {
    for (const block of blocks) {
      const bare = form.unmarked(block)
      if (bare !== undefined) running.update(JSON.stringify([who, sorted(bare)]))
    }
    return running
  }
  const running = createHash('sha256')
  add(running, 'system', form.systemOf(document))
  add(running, 'tools', form.toolsOf(document))
  const thoughts: Thought[] = []
  for (const [index, message] of listIn(document, 'messages').entries()) {
    if (!isObject(message)) continue
    for (const [position, block] of form.blocksOf(message.content).entries()) {
      const at = ['messages', index, 'content', position] as const
      const signature = form.signatureOf(block)
      if (signature === undefined) add(running, String(message.role), [block])
      else thoughts.push({ at, signature, prefix: running.copy().digest('hex') })
    }
  }
  return {
    thoughts,
    prefixAfter: (blocks) => add(running.copy(), 'assistant', blocks).digest('hex'),
  }
}

/** A value with its members in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
