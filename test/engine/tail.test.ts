import { expect, test } from 'vitest'
import { match } from '../../core/src/engine/match/match.ts'
import { unfinishedTurns } from '../../core/src/engine/match/tail.ts'
import { layoutOf, turnsOf } from './turns.ts'

test.each<[string, readonly string[], readonly number[]]>([
  ['results while another call waits', ['model a b', 'user a'], [1]],
  ['several turns of them', ['model a b c', 'user a', 'user b |'], [1, 2]],
  ['results of calls in two turns', ['model a', 'model b', 'user a'], [2]],
  ['nothing where all calls are answered', ['model a', 'user a'], []],
  ['nothing where somebody speaks', ['model a b', "user a 'go'"], []],
  ['nothing before somebody speaks', ['model a b', 'user a', "user 'go'"], []],
  ['nothing where a turn is empty', ['model a b', 'user a', 'user'], []],
  ['nothing where the model speaks last', ['model a b', 'user a', "model 'so'"], []],
  ['nothing where the call that waits is an earlier one', ['model a', "user 'go'", 'model b', 'user b'], []],
  ['nothing where the call that waits is excused', ['model a b?', 'user a'], []],
  ['results of nobody', ['user a'], []],
  ['no turn at all', [], []],
])('in a live conversation that ends so, these are unfinished: %s', (_, conversation, wanted) => {
  const turns = turnsOf(conversation)
  const { joints } = match(turns, layoutOf())
  expect([...unfinishedTurns(turns, joints, 'open')].map(({ index }) => index).sort()).toEqual(wanted)
  expect([...unfinishedTurns(turns, joints, 'rest')]).toEqual([])
  expect([...unfinishedTurns(turns, joints, 'closed')]).toEqual([])
})
