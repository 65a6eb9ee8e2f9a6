import { expect, test } from 'vitest'
import { adjacentResults, leadingResults } from '../model/layout.ts'
import type { Layout, Row } from '../model/rulebook.ts'
import { describeLayout, describeLimits } from './describe.ts'

test.each<[string, Layout, readonly string[]]>([
  [
    'results in a run',
    adjacentResults,
    [
      'Results stand in the unbroken run of results right after their calls.',
      'A call id is used once in a turn.',
    ],
  ],
  [
    'results at the head of the next turn',
    { ...leadingResults, merges: true, together: 'should' },
    [
      'Neighbours of one speaker count as one turn.',
      'Results stand in the turn right after their calls.',
      'Results stand before anything else in their turn.',
      'The results of one turn better stand together in one turn.',
      'Nothing but calls follows a call in its turn.',
      'A call id is used once in the whole request.',
    ],
  ],
  [
    'results by order',
    {
      ...adjacentResults,
      answers: 'anywhere',
      unique: 'free',
      positional: true,
      alone: true,
      alternates: 'speech',
    },
    [
      'Results are tied to their calls by id alone, wherever they stand.',
      'Results have a turn to themselves.',
      'Call ids may repeat.',
      'Ids may be left out: results then belong to calls by their order and names.',
      'User and model take turns; calls and results do not count.',
    ],
  ],
])('a layout in words: %s', (_, layout, expected) => {
  expect(describeLayout(layout)).toEqual(expected)
})

const row: Row = { severity: 'refused', evidence: 'docs' }

test.each<[Row, readonly string[]]>([
  [row, []],
  [{ ...row, pattern: '^a$', maximum: 9 }, ['must match `^a$`', 'at most 9']],
  [{ ...row, ofMany: { most: 20, maximum: 9 } }, ['at most 9 where there are more than 20']],
  [{ ...row, speakers: ['user', 'model'], members: ['role'] }, ['speakers: user, model', 'members: role']],
  [{ ...row, refusedRole: 'developer' }, ['without the role `developer`']],
  [{ ...row, blank: true, within: true }, ['white space counts as empty', 'inside results too']],
  [
    { ...row, when: [{ model: '^o' }, { thinking: true }] },
    ['only for models that match `^o` or with thinking on'],
  ],
  [
    { ...row, adviceWhen: [{ model: ':', thinking: false }] },
    ['only advice for models that match `:` with thinking off'],
  ],
])('limits in words: %j', (limited, expected) => {
  expect(describeLimits(limited)).toEqual(expected)
})
