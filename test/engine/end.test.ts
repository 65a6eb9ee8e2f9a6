import { expect, test } from 'vitest'
import { badEnd } from '../../core/src/engine/for-rules/end.ts'
import type { Row } from '../../core/src/model/rulebook.ts'
import { turnsOf } from './turns.ts'

const row: Row = { severity: 'refused', evidence: 'docs' }
const ofTools: Row = { ...row, speakers: ['tool', 'user'] }

test.each<[string, readonly string[], Row, boolean]>([
  ['no turn', [], row, false],
  ['the model speaks', ["user 'go'", "model 'so'"], row, true],
  ['the user speaks', ["model 'so'", "user 'go'"], row, false],
  ['the model has nothing to say', ['model'], row, true],
  ['the model is asked to go on', ["model+ 'so'"], row, false],
  ['a hosted tool is at work', ['model [h'], row, false],
  ['a hosted tool was the last to report', ['model [h h]'], row, false],
  ['a hosted tool is done', ["model [h h] 'so'"], row, true],
  ['one of two hosted tools is done', ['model [h h] [i'], row, false],
  ['only the answer of a hosted tool', ['model h]'], row, false],
  ['a speaker that is named', ['tool a'], ofTools, true],
  ['a speaker that is not named', ["model 'so'"], ofTools, false],
])('%s: the end is bad only where it should be', (_, conversation, row, isBad) => {
  const turns = turnsOf(conversation)
  expect(badEnd(turns, row, 'closed')).toBe(isBad ? turns.at(-1) : undefined)
  expect(badEnd(turns, row, 'rest')).toBeUndefined()
  expect(badEnd(turns, row, 'open')).toBeUndefined()
})
