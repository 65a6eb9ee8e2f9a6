import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRecords, checkSession, openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readFrom, readRecords } from '../../app/src/stores/records/entries.ts'
import {
  attachment,
  call,
  type Json,
  piece,
  progress,
  result,
  text,
  thinking,
  user,
} from './claude-records.ts'
import { fileOf, readInFull } from './conforms.ts'

const path = 's1.jsonl'

/** One exchange: how many calls, in which order their results are written, and what stands between. */
interface Exchange {
  readonly calls: number
  readonly isReversed: boolean
  readonly isInterleaved: boolean
  readonly hasThoughts: boolean
  readonly hasLinks: boolean
}

const exchange: fc.Arbitrary<Exchange> = fc.record({
  calls: fc.integer({ min: 0, max: 3 }),
  isReversed: fc.boolean(),
  isInterleaved: fc.boolean(),
  hasThoughts: fc.boolean(),
  hasLinks: fc.boolean(),
})

/** A sound session, as Claude Code may write it. */
function sessionOf(exchanges: readonly Exchange[]): Json[] {
  const records: Json[] = []
  let last: string | null = null
  const add = (record: Json): string => {
    records.push(record)
    last = record.uuid as string
    return last
  }
  for (const [number, { calls, isReversed, isInterleaved, hasThoughts, hasLinks }] of exchanges.entries()) {
    add(user(`u${number}`, last, `question ${number}`))
    if (hasLinks) add(attachment(`n${number}`, last as unknown as string))
    if (hasThoughts) add(piece(`h${number}`, last, `m${number}`, thinking('hm')))
    const results: Json[] = []
    for (let count = 0; count < calls; count++) {
      const id = `${number}_${count}`
      const at = add(piece(`a${id}`, last, `m${number}`, call(`t${id}`)))
      const answer = result(`r${id}`, at, `t${id}`, `output of ${id}`)
      if (isInterleaved && count < calls - 1) records.push(answer)
      else results.push(answer)
    }
    for (const answer of isReversed ? results.reverse() : results) add(answer)
    if (hasLinks && calls > 0) add(progress(`p${number}`, last as unknown as string, `t${number}_0`))
    add(piece(`z${number}`, last, `f${number}`, text(`answer ${number}`)))
  }
  return records
}

const session = fc.array(exchange, { minLength: 1, maxLength: 5 }).map(sessionOf)

test('what is sound has no faults, and stays as it is', () => {
  fc.assert(
    fc.property(session, (records) => {
      const bytes = fileOf(records)
      expect(checkRecords(claudeCode, path, bytes).found).toEqual([])
      expect(mendSession(openRecords(claudeCode, path, bytes)).bytes).toBe(bytes)
    }),
    { numRuns: 40 },
  )
})

/** What may happen to a file: lines go, come twice or change places, and bytes are lost. */
const damage = fc.array(
  fc.record({
    kind: fc.constantFrom('drop', 'double', 'swap', 'cut', 'zero', 'glue'),
    at: fc.nat(10_000),
    size: fc.integer({ min: 1, max: 400 }),
  }),
  { minLength: 1, maxLength: 4 },
)

type Damage = typeof damage extends fc.Arbitrary<readonly (infer One)[]> ? One : never

function damaged(bytes: Buffer, { kind, at, size }: Damage): Buffer {
  const lines = bytes.toString('latin1').split('\n')
  const line = at % lines.length
  const start = at % (bytes.length + 1)
  if (kind === 'drop') lines.splice(line, 1)
  else if (kind === 'double') lines.splice(line, 0, lines[line] ?? '')
  else if (kind === 'swap') lines.splice(line, 2, ...lines.slice(line, line + 2).reverse())
  else if (kind === 'glue') lines.splice(line, 2, lines.slice(line, line + 2).join(''))
  else {
    const lost = kind === 'cut' ? Buffer.alloc(0) : Buffer.alloc(size)
    return Buffer.concat([bytes.subarray(0, start), lost, bytes.subarray(start + size)])
  }
  return Buffer.from(lines.join('\n'), 'latin1')
}

test('whatever happens to a file, it can be mended, and a look sees what reading sees', () => {
  const wary = readInFull(claudeCode)
  fc.assert(
    fc.property(
      session,
      damage,
      fc.constantFrom('keep' as const, 'drop' as const, 'drop-turn' as const),
      (records, all, policy) => {
        const bytes = all.reduce(damaged, fileOf(records))
        const { found } = checkRecords(claudeCode, path, bytes)
        expect(checkSession(claudeCode, path, { read: readFrom(bytes), whole: () => bytes }).found).toEqual(
          found,
        )
        expect(checkRecords(wary, path, bytes).found).toEqual(found)
        const mended = mendSession(openRecords(claudeCode, path, bytes), { policy })
        expect([mended.isSound, mended.left.filter(({ severity }) => severity === 'refused')]).toEqual([
          true,
          [],
        ])
        expect(readRecords(mended.bytes, claudeCode).torn).toEqual([])
        expect(mendSession(openRecords(claudeCode, path, mended.bytes), { policy }).bytes).toBe(mended.bytes)
      },
    ),
    { numRuns: 40 },
  )
})
