import { describe, expect, test } from 'vitest'
import { draftOf } from '../../core/src/engine/draft/draft.ts'
import { enact } from '../../core/src/engine/draft/enact.ts'
import { hoist } from '../../core/src/engine/draft/hoist.ts'
import type { Format } from '../../core/src/model/format.ts'
import type { Result, Turn } from '../../core/src/model/transcript.ts'
import { contextOf } from './context.ts'

/** How a format holds results, and that a result whose id has a capital letter shows a picture of that name. */
function formatWith(shape: 'list' | 'self', speaker: 'user' | 'tool'): Partial<Format> {
  const unpack = ({ id }: Result): readonly unknown[] =>
    id === id?.toLowerCase() ? [{ text: 'words' }] : [{ text: 'words' }, { media: id }]
  return { results: { shape, speaker, list: 'content' }, unpack } as unknown as Partial<Format>
}

/** Takes the pictures out of all results, and writes down what stands where. */
function hoisted(conversation: readonly string[], format: Partial<Format>): string[] {
  const draft = draftOf(contextOf(conversation, { format }))
  const results = draft.turns.flatMap((turn) =>
    turn.parts.flatMap((part) => (part.kind === 'result' ? [{ do: 'hoist', turn, part } as const] : [])),
  )
  enact(draft, results, [], 'media-in-result')
  return draft.turns.map(printed)
}

function printed({ parts, index, speaker, shape }: Turn): string {
  const tokens = parts.map((part) => {
    if (part.kind === 'result') return part.id
    if (part.kind !== 'text') return `*${part.raw}`
    return part.index < 0 ? `(${part.text})` : `'${part.text}'`
  })
  return [index < 0 ? `made ${shape}` : '', speaker, ...tokens].join(' ').trim()
}

const label = (id: string): string => `([from the tool result: ${id}])`

describe('pictures leave results', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['none', ['user a b'], ['user a b']],
    ['behind all results of the turn', ['user A b'], [`user A b ${label('A')} *A`]],
    ['before what is said after them', ["user A b 'go'"], [`user A b ${label('A')} *A 'go'`]],
    ['in their order', ["user A B 'go'"], [`user A B ${label('A')} *A ${label('B')} *B 'go'`]],
    [
      'behind all turns of the run',
      ['user A', "user B 'go'"],
      ['user A', `user B ${label('A')} *A ${label('B')} *B 'go'`],
    ],
    [
      'not behind a later run',
      ['user A', "user 'go'", 'user b'],
      [`user A ${label('A')} *A`, "user 'go'", 'user b'],
    ],
    ['of the last turn', ["user 'go'", 'user A'], ["user 'go'", `user A ${label('A')} *A`]],
  ])('into the turn of the user: %s', (_, conversation, wanted) => {
    expect(hoisted(conversation, formatWith('list', 'user'))).toEqual(wanted)
  })

  const own: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['none', ['tool a', 'tool b'], ['tool a', 'tool b']],
    ['behind its result', ['tool A'], ['tool A', `made list user ${label('A')} *A`]],
    [
      'behind all results of the run',
      ['tool A', 'tool b', "user 'go'"],
      ['tool A', 'tool b', `made list user ${label('A')} *A`, "user 'go'"],
    ],
    [
      'in one turn',
      ['tool A', 'tool B'],
      ['tool A', 'tool B', `made list user ${label('A')} *A ${label('B')} *B`],
    ],
    [
      'in a turn for each run',
      ['tool A', "model 'so'", 'tool B'],
      [
        'tool A',
        `made list user ${label('A')} *A`,
        "model 'so'",
        'tool B',
        `made list user ${label('B')} *B`,
      ],
    ],
  ]

  test.each(own)('into a turn of their own: %s', (_, conversation, wanted) => {
    expect(hoisted(conversation, formatWith('self', 'tool'))).toEqual(wanted)
    expect(hoisted(conversation, formatWith('list', 'tool'))).toEqual(wanted)
    expect(hoisted(conversation, formatWith('self', 'user'))).toEqual(wanted)
  })

  test('beside a turn that another rule wants there', () => {
    const draft = draftOf(contextOf(['tool A'], { format: formatWith('self', 'tool') }))
    const [turn] = draft.turns as [Turn]
    const other: Turn = { ...turn, index: -1, speaker: 'user', parts: [], why: 'other' }
    const after = new Map([[turn, [other]]])
    const last: (() => void)[] = []
    const changes = { after, hoisted: new Map(), reshaped: new Map(), last } as unknown as Parameters<
      typeof hoist
    >[2]
    hoist(draft, { do: 'hoist', turn, part: turn.parts[0] as Result }, changes, 'media-in-result')
    for (const act of last) act()
    expect(after.get(turn)?.map(({ parts }) => parts.length)).toEqual([0, 2])
  })
})
