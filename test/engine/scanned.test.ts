import { formats, policies } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../core/src/engine/context.ts'
import { planPart } from '../../core/src/engine/plan.ts'
import { readAll } from '../../core/src/engine/reading.ts'
import { rules } from '../../core/src/rules/index.ts'
import { brokenOf } from '../conformance/fixtures.ts'
import { apiOf } from '../laws/task.ts'

/** Freezes a value with all that it holds; a write to it then throws. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) freeze(member)
  return value
}

describe.each(formats)('neither a scan nor a plan changes the turns that were scanned: $name', ({ name }) => {
  test.each(brokenOf(name))('$file', ({ api, broken, tail, policy }) => {
    const { format, rulebook } = apiOf(api, broken)
    let reads = 0
    const read = (): Context => {
      const reading = readAll(broken, format)
      if (reads++ === 0) freeze(reading.turns)
      return { format, rulebook, document: broken, reading, facts: reading.facts, tail }
    }
    const { found } = planPart(read, rules, policies[policy])
    expect(found).not.toEqual([])
  })
})
