import type { Part } from '@mortise/core'
import { expect, test } from 'vitest'
import { jointsOf } from './joints.ts'

const call = (id?: string, name = 'f'): Part => ({ kind: 'call', id, name }) as unknown as Part
const result = (id?: string, name?: string): Part => ({ kind: 'result', id, name }) as unknown as Part
const text = { kind: 'text', text: 'x' } as unknown as Part

test.each<[string, Part[][], string[]]>([
  ['a pair', [[call('a')], [result('a')]], ['1 a 0.0 1.0']],
  ['a call without a result', [[text, call('a')]], ['1 a 0.1 -']],
  ['a result without a call', [[result('a')]], ['- a - 0.0']],
  [
    'an id that comes twice',
    [[call('a')], [result('a')], [call('a')], [result('a')]],
    ['1 a 0.0 1.0', '2 a 2.0 3.0'],
  ],
  ['two results of one call', [[call('a')], [result('a')], [result('a')]], ['1 a 0.0 1.0', '- a - 2.0']],
  ['a result before its call', [[result('a')], [call('a')]], ['1 a 1.0 0.0']],
  [
    'no ids: by the name of the tool',
    [[call(undefined, 'f'), call(undefined, 'g')], [result(undefined, 'g')]],
    ['1  0.0 -', '2  0.1 1.0'],
  ],
])('%s', (_, parts, joints) => {
  const place = (each?: { turn: number; part: number }): string => (each ? `${each.turn}.${each.part}` : '-')
  const told = jointsOf(parts.map((own) => ({ parts: own }))).map(
    (each) => `${each.number ?? '-'} ${each.id} ${place(each.call)} ${place(each.result)}`,
  )
  expect(told).toEqual(joints)
})
