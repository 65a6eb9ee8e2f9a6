import { chooseApi, formats, type Tail } from '@mortise/core'
import { expect } from 'vitest'
import { mergePicks } from '../../core/src/bytes/sketch/merge-picks.ts'
import { isPlain } from '../../core/src/engine/plain/plain.ts'
import { scanInFull } from '../../core/src/engine/scan.ts'
import type { Api } from '../../core/src/model/format.ts'
import { isWellFormed } from '../../core/src/model/json.ts'
import { rules } from '../../core/src/rules/index.ts'
import { restrict, Strange } from '../bytes/restrict.ts'

const anyFormat = mergePicks(formats.map(({ picks }) => picks))

/** Asserts that a document has no fault if the members that its format picks of it are plain. */
export function sketchHolds(document: unknown, api: Api, tail: Tail): void {
  // Half a character has the whole document read, whatever else there is.
  if (!isWellFormed(document)) return
  expect(choiceOf(restrict(document, anyFormat)), 'and all that tells formats apart').toEqual(
    choiceOf(document),
  )
  let sketch: unknown
  try {
    sketch = restrict(document, api.format.picks)
  } catch (error) {
    if (error instanceof Strange) return
    throw error
  }
  if (!isPlain(sketch, api, tail)) return
  const found = scanInFull({ document, api, tail, rules })
  expect(found, 'a document whose picks are plain has no fault').toEqual([])
}

function choiceOf(document: unknown): unknown {
  const choice = chooseApi(document)
  return choice.ok ? [choice.value.rulebook.name, choice.value.format.name] : choice.error.code
}
