import { apply, chooseApi, invert, repair, scan } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foreignCase } from '../generate/foreign-shapes.ts'
import { complaints } from '../oracle/index.ts'
import { resultOf } from './answered.ts'

test('a result in the shape of another API is a result, and a call a call', () => {
  const holds = fc.property(foreignCase, ({ api, document, joints, isForeign }) => {
    // A document with nothing of the format that is named is refused as a whole.
    fc.pre(chooseApi(document, { api }).ok)
    const { document: mended, report } = repair(document, { api })
    const refused = report.left.filter(({ severity }) => severity === 'refused')
    expect(refused).toEqual([])
    expect(complaints(mended, { api, tail: 'closed' })).toEqual([])
    expect(JSON.stringify(mended)).not.toContain('no result was recorded')
    for (const { id, words } of joints) expect(resultOf(mended, id), id).toContain(words)
    if (isForeign) expect(scan(document, api).length).toBeGreaterThan(0)
    expect(repair(mended, { api }).document).toBe(mended)
    const undone = apply(mended, invert(report.plan))
    expect(undone.ok && JSON.stringify(undone.value)).toBe(JSON.stringify(document))
  })
  fc.assert(holds, { numRuns: 400 })
})
