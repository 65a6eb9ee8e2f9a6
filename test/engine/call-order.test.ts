import { describe, expect, test } from 'vitest'
import { surveyor } from '../../core/src/engine/arrange/survey.ts'
import { firstMisplaced, inCallOrder, isMisnamed } from '../../core/src/engine/match/by-count/call-order.ts'
import { pairByCount } from '../../core/src/engine/match/by-count/pair-by-count.ts'
import { match } from '../../core/src/engine/match/match.ts'
import type { Frame, Joint } from '../../core/src/model/joint.ts'
import type { Turn } from '../../core/src/model/transcript.ts'
import { layoutOf, placeOf, turnsOf } from './turns.ts'

function frameOf(conversation: readonly string[]): {
  turns: Turn[]
  frame: Frame
  standsWell: (joint: Joint) => boolean
} {
  const turns = turnsOf(conversation)
  const layout = layoutOf({ lead: false, together: 'free' })
  const [frame] = match(turns, layout).frames as [Frame]
  const survey = surveyor(turns, layout)(frame)
  return { turns, frame, standsWell: (joint) => survey(joint) === undefined }
}

describe('the first result that stands in the place of another', () => {
  test.each<[string, readonly string[], string | undefined]>([
    ['none', ['model a b c', 'user a b c'], undefined],
    ['none, where one is missing', ['model a b c', 'user a c'], undefined],
    ['of two', ['model a b', 'user b a'], '1.0 in the place of a'],
    ['of three', ['model a b c', 'user b c a'], '1.0 in the place of a'],
    ['behind one that stands well', ['model a b c', 'user a c b'], '1.1 in the place of b'],
    ['far from its own', ['model a b c d', 'user a b d c'], '1.2 in the place of c'],
    ['where one is missing', ['model a b c', 'user c a'], '1.0 in the place of a'],
    ['in two turns', ['model a b', 'user b', 'user a'], undefined],
  ])('%s', (_, conversation, wanted) => {
    const { frame, standsWell } = frameOf(conversation)
    const found = firstMisplaced(frame, standsWell)
    expect(found && `${placeOf(found.turn as Turn, found.result)} in the place of ${found.owner}`).toBe(
      wanted,
    )
  })

  test('without ids nobody says whose place it is', () => {
    const { frame, standsWell } = frameOf(['model a b', 'user b a'])
    for (const { result } of frame.joints) Object.assign(result ?? {}, { id: undefined })
    expect(firstMisplaced(frame, standsWell)).toMatchObject({ owner: undefined })
  })
})

test.each([
  ['model a b c', "user c 'go' a b", "a 'go' b c"],
  ['model a b c', 'user c x a', 'a x c'],
  ['model a b', 'user a b', 'a b'],
])('results of %j stand in the order of their calls: %j', (calls, answers, wanted) => {
  const { turns, frame } = frameOf([calls, answers])
  expect(
    inCallOrder(turns[1] as Turn, frame.joints)
      .map(({ raw }) => raw)
      .join(' '),
  ).toBe(wanted)
})

test.each<[string, readonly string[], boolean]>([
  ['the same name', ['model -=x', 'user -=x'], false],
  ['another name', ['model -=x', 'user -=y'], true],
  ['another name, and only the call has an id', ['model a=x', 'user -=y'], true],
  ['another name, and only the result has an id', ['model -=x', 'user a=y'], true],
  ['another name, but ids to compare', ['model a=x', 'user a=y'], false],
  ['no name to compare with', ['model -', 'user -=y'], false],
  ['no name to compare', ['model -=x', 'user -'], false],
  ['no result', ['model -=x', 'user'], false],
])('a result is misnamed or not: %s', (_, conversation, wanted) => {
  const { joints } = match(turnsOf(conversation), layoutOf({ positional: true }), { pairByCount })
  expect(joints.map(isMisnamed)).toEqual([wanted])
})
