import { repairTask } from '../engine/repair.ts'
import type { Repair } from '../engine/task.ts'
import type { Api } from '../model/format.ts'
import { policies } from '../model/policy.ts'
import type { Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { splitId } from './signed-id.ts'

/** Takes signatures off the ids of calls and results. Those that were made for a client mean nothing to an API. */
export const plainIds: Rule = {
  name: 'illegal-call-id',
  title: 'A call has an id with a signature in it',
  text: 'The id `{id}` has a signature in it.',
  stage: 'after',
  isPlaceless: true,
  *detect({ turns }) {
    for (const turn of turns)
      for (const part of turn.parts) {
        if ((part.kind !== 'call' && part.kind !== 'result') || part.id === undefined) continue
        const { id } = splitId(part.id)
        if (id === part.id) continue
        yield { turn, part, intents: [{ do: 'set', on: part, fact: 'id', value: id }] }
      }
  },
}

const books = new WeakMap<Rulebook, Rulebook>()

/** The same API as if it minded nothing but signatures in ids. */
export function plainIdBook(rulebook: Rulebook): Rulebook {
  const known = books.get(rulebook)
  if (known !== undefined) return known
  const made: Rulebook = {
    ...rulebook,
    // By the pattern, a conversation with another gateway's signature in an id is not plain.
    rows: { 'illegal-call-id': { severity: 'refused', evidence: 'source', pattern: '^(?![\\s\\S]*_ts_)' } },
  }
  books.set(rulebook, made)
  return made
}

/** A document without signatures in ids; the same one where there are none. */
export function withPlainIds(document: unknown, { format, rulebook }: Api): Repair {
  const api = { format, rulebook: plainIdBook(rulebook) }
  return repairTask({ document, api, tail: 'open', rules: [plainIds] }, policies.keep)
}
