import { expect, test } from 'vitest'
import { holdsSummary, isNod, isSummaryAlone } from '../../core/src/engine/arrange/summary.ts'
import { noted, summaryLabel } from '../../core/src/texts/shrunk.ts'
import { turnsOf } from './turns.ts'

const summary = `'${summaryLabel(7)} and so on'`
const nod = `'${noted}'`

test.each<[string, string, { holds: boolean; isAlone: boolean; isNod: boolean }]>([
  ['a summary', `user ${summary}`, { holds: true, isAlone: true, isNod: false }],
  ['two of them', `user ${summary} ${summary}`, { holds: true, isAlone: true, isNod: false }],
  ['one with words', `user ${summary} 'go'`, { holds: true, isAlone: false, isNod: false }],
  ['one with a picture', `user * ${summary}`, { holds: true, isAlone: false, isNod: false }],
  ['what the model says like one', `model ${summary}`, { holds: false, isAlone: false, isNod: false }],
  ['words', `user 'go'`, { holds: false, isAlone: false, isNod: false }],
  ['a turn without parts', 'user', { holds: false, isAlone: false, isNod: false }],
  ['a nod', `model ${nod}`, { holds: false, isAlone: false, isNod: true }],
  ['a nod with words', `model ${nod} 'so'`, { holds: false, isAlone: false, isNod: false }],
  ['a nod by the user', `user ${nod}`, { holds: false, isAlone: false, isNod: false }],
  ['other words of the model', `model 'so'`, { holds: false, isAlone: false, isNod: false }],
  ['a call', 'model a', { holds: false, isAlone: false, isNod: false }],
  ['no word of the model', 'model', { holds: false, isAlone: false, isNod: false }],
])('%s', (_, line, wanted) => {
  const [turn] = turnsOf([line])
  expect({ holds: holdsSummary(turn!), isAlone: isSummaryAlone(turn!), isNod: isNod(turn!) }).toEqual(wanted)
})
