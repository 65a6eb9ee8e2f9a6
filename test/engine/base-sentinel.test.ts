import { formats, scan, type Tail } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import type { Api, Sentinel } from '../../core/src/model/format.ts'
import { brokenOf, soundOf } from '../conformance/fixtures.ts'
import { apiOf } from '../laws/task.ts'

/** Whether a sentinel has nothing to say about a document. */
function isSilent(sentinel: Sentinel, { format }: Api, document: unknown, tail: Tail): boolean {
  const turns = format.turnsOf(document) ?? []
  sentinel.reset(format.factsOf(document))
  return sentinel.feed(turns, 0, turns.length) < 0 && sentinel.mayEnd(tail)
}

describe.each(formats)('a sentinel that has seen nothing as yet, or the same before: $name', ({ name }) => {
  test.each(brokenOf(name))('suspects $file', ({ broken, api: named, tail }) => {
    const api = apiOf(named, broken)
    const sentinel = api.format.sentinel(api.rulebook)
    const isSound = scan(broken, api.rulebook, { tail }).length === 0
    for (let look = 0; look < 2; look++) {
      const isMissed = !isSound && isSilent(sentinel, api, broken, tail)
      expect(isMissed).toBe(api.format.turnsOf(broken) === undefined)
    }
  })

  test.each(soundOf(name))('thinks of $file as it did before', ({ document, api: named, tail }) => {
    const api = apiOf(named, document)
    const sentinel = api.format.sentinel(api.rulebook)
    const first = isSilent(sentinel, api, document, tail)
    expect(isSilent(sentinel, api, document, tail)).toBe(first)
    expect(isSilent(api.format.sentinel(api.rulebook), api, document, tail)).toBe(first)
  })
})
