import type { Finding } from '@mortise/core'
import type { AnyJsonObject } from '../json.ts'
import type { Controls } from './controls.ts'
import type { BoundForm } from './form.ts'
import { type Account, refuses } from './models.ts'
import { readBound, type Thought } from './prefix.ts'
import { follows, readSeal, sign } from './seal.ts'

/** A block of thinking that the model does not see, or sees though it does not fit, as the answer lists it. */
export interface Transformation {
  readonly type: 'thinking_dropped' | 'thinking_mismatch_allowed'
  readonly path: string
  readonly reason: 'model_binding_mismatch' | 'prefix_binding_mismatch'
}

/** The verdict on the thinking in a request. */
export interface CheckedThinking {
  /** Why the request is refused. */
  readonly refusal: Finding | undefined
  /** The dropped blocks that the answer lists; undefined where the request did not ask for them. */
  readonly transformations: readonly Transformation[] | undefined
  /** Signs blocks of thinking of the answer; `said`: the other blocks of the answer that stand before. */
  readonly sign: (said: readonly unknown[]) => string
}

/** The model that is asked, the account, and what is said about thinking that no longer fits. */
export interface AskedThinking {
  readonly model: string
  readonly controls: Controls
  readonly account: Account
}

/** Checks each block of thinking that the sandbox signed: the model that made it, and all that stands before it. */
export function checkThoughts(
  form: BoundForm,
  document: AnyJsonObject,
  { model, controls: { behavior, isTold }, account }: AskedThinking,
): CheckedThinking {
  const bound = readBound(form, document)
  const listed: Transformation[] = []
  let refusal: Finding | undefined
  /** The signature of the last block that the model sees. */
  let before = ''
  const act = behavior ?? (refuses(model, account) ? 'error' : 'allow')
  for (const thought of bound.thoughts) {
    const reason = mismatchOf(thought, model, before)
    const isGone = reason === 'model_binding_mismatch' || (reason !== undefined && act === 'drop_block')
    if (reason === 'prefix_binding_mismatch' && act === 'error') refusal ??= refusalAt(thought)
    if (reason !== undefined) listed.push(transformation(thought, reason, isGone))
    if (!isGone) before = String(thought.signature)
  }
  return {
    refusal,
    transformations: isTold ? listed : undefined,
    sign: (said) => {
      const signature = sign({ model, prefix: bound.prefixAfter(said), before })
      before = signature
      return signature
    },
  }
}

function mismatchOf(thought: Thought, model: string, before: string): Transformation['reason'] | undefined {
  const seal = readSeal(thought.signature)
  // Thinking that the sandbox did not make is judged by the rulebook alone.
  if (seal === undefined) return undefined
  if (seal.model !== model) return 'model_binding_mismatch'
  return seal.prefix === thought.prefix && follows(seal, before) ? undefined : 'prefix_binding_mismatch'
}

function transformation({ at }: Thought, reason: Transformation['reason'], isGone: boolean): Transformation {
  return { type: isGone ? 'thinking_dropped' : 'thinking_mismatch_allowed', path: at.join('.'), reason }
}

function refusalAt({ at }: Thought): Finding {
  const says = `${at.join('.')}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`
  return { rule: 'reasoning-bound', severity: 'refused', at, calls: [], message: says, says }
}
