import { expect, test } from 'vitest'
import { beatsOf } from './beats.ts'
import type { SaidPart, SandboxTurn } from './turn.ts'

const call = (name: string): SaidPart => ({ kind: 'call', id: name, name, input: { a: 1 } })
const text = (words: string): SaidPart => ({ kind: 'text', text: words })

function told(said: readonly SaidPart[], piece: number, interleave: boolean): string[] {
  const turn: SandboxTurn = {
    api: 'anthropic',
    asked: {},
    model: 'any',
    said,
    stop: 'end',
    tokens: { input: 0, output: 0 },
    token: () => '',
  }
  return beatsOf(turn, { piece, interleave }).map((beat) =>
    beat.do === 'piece' ? `${beat.index} ${beat.text}` : `${beat.do} ${beat.index}`,
  )
}

test.each<[string, readonly SaidPart[], number, boolean, string[]]>([
  ['nothing', [], 4, true, []],
  ['an empty text', [text('')], 4, false, ['open 0', 'close 0']],
  ['pieces, and a shorter last one', [text('abcde')], 2, false, ['open 0', '0 ab', '0 cd', '0 e', 'close 0']],
  ['characters stay whole', [text('a🗼b')], 1, false, ['open 0', '0 a', '0 🗼', '0 b', 'close 0']],
  [
    'one after the other',
    [call('x'), call('y')],
    4,
    false,
    ['open 0', '0 {"a"', '0 :1}', 'close 0', 'open 1', '1 {"a"', '1 :1}', 'close 1'],
  ],
  [
    'calls in turns, and nothing else',
    [text('abcd'), call('x'), call('y'), text('z')],
    4,
    true,
    [
      'open 0',
      '0 abcd',
      'close 0',
      'open 1',
      'open 2',
      '1 {"a"',
      '2 {"a"',
      '1 :1}',
      '2 :1}',
      'close 1',
      'close 2',
      'open 3',
      '3 z',
      'close 3',
    ],
  ],
])('%s', (_, said, piece, interleave, beats) => {
  expect(told(said, piece, interleave)).toEqual(beats)
})
