import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { attachment, call, type Json, piece, progress, result, text, user } from './claude-records.ts'
import { fileOf } from './conforms.ts'

const path = 's1.jsonl'

/** What follows in a file: what it is, and how far back the record is that it hangs on. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('call', 'call', 'result', 'result', 'progress', 'attachment', 'text', 'user'),
    back: fc.nat(4),
  }),
  { minLength: 2, maxLength: 12 },
)

type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never

/** Pieces of answers hang on each other, results on their calls; links and the next question on any of the last few. */
function treeOf(all: readonly Step[]): Json[] {
  const records: Json[] = [user('u', null, 'the question')]
  let answer = 0
  let last = 'u'
  const open: (readonly [caller: string, called: string])[] = []
  const add = (record: Json): void => void records.push(record)
  const addPiece = (id: string, block: Json): void => {
    add(piece(id, last, `m${answer}`, block))
    last = id
  }
  for (const [number, { kind, back }] of all.entries()) {
    const parent = records.at(-1 - (back % records.length))?.uuid as string
    const id = `${kind[0]}${number}`
    if (kind === 'call') {
      addPiece(id, call(`t${number}`))
      open.push([id, `t${number}`])
    } else if (kind === 'text') addPiece(id, text(`words of ${number}`))
    else if (kind === 'result') {
      const [one] = open.splice(back % Math.max(1, open.length), 1)
      if (one !== undefined) add(result(id, ...one, `output of ${one[1]}`))
    } else if (kind === 'progress') add(progress(id, parent, 't'))
    else if (kind === 'attachment') add(attachment(id, parent))
    else {
      answer++
      last = id
      add(user(id, parent, `question ${number}`))
    }
  }
  return records
}

test('however pieces, results and links hang on each other, what is mended is whole', () => {
  fc.assert(
    fc.property(
      steps.map(treeOf),
      fc.constantFrom('keep' as const, 'drop' as const, 'drop-turn' as const),
      (records, policy) => {
        const { isSound, left, bytes } = mendSession(openRecords(claudeCode, path, fileOf(records)), {
          policy,
        })
        expect([isSound, left.filter(({ severity }) => severity === 'refused')]).toEqual([true, []])
        expect(checkRecords(claudeCode, path, bytes).found).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
})
