import { chooseApi, formats, type Tail } from '@mortise/core'
import { expect } from 'vitest'
import { mergePicks } from '../../core/src/bytes/sketch/merge-picks.ts'
import { isSilent } from '../../core/src/engine/look/whole.ts'
import type { Api } from '../../core/src/model/format.ts'
import { isWellFormed } from '../../core/src/model/json.ts'
import { rules } from '../../core/src/rules/index.ts'
import { restrict, Strange } from '../bytes/restrict.ts'

const anyFormat = mergePicks(formats.map(({ picks }) => picks))

/** Asserts that a quick look sees in what a format picks of a document what it sees in the whole of it. */
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
  // An image whose size stands far back in its data is suspected in a sketch alone.
  if (isSilent(sketch, api, rules, tail))
    expect(isSilent(document, api, rules, tail), 'a quick look at the picks of a format sees enough').toBe(
      true,
    )
}

function choiceOf(document: unknown): unknown {
  const choice = chooseApi(document)
  return choice.ok ? [choice.value.rulebook.name, choice.value.format.name] : choice.error.code
}
