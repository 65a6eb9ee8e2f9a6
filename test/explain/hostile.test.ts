import { explain } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const says = 'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_b2.'

test('a text of five megabytes is read at its beginning', () => {
  const filler = '\nlorem ipsum dolor sit amet'.repeat(200_000)
  expect(filler.length).toBeGreaterThan(5_000_000)
  expect(explain(says + filler)).toMatchObject({ matched: true, ids: ['toolu_b2'], place: 'messages.3' })
  expect(explain(filler + says).matched).toBe(false)
  expect(explain(says + filler).sentence.length).toBeLessThan(1000)
})

const pieces: readonly string[] = [
  'a',
  ' ',
  '\n',
  '\\',
  '"',
  "'",
  '":"',
  '\\":\\"',
  '":"\\',
  '{"message":"',
  '[',
  '{',
  'messages.1.',
  'messages[1]',
  'messages',
  'unexpected role ',
  'Duplicate value for tool_call_id of ',
  'tool_call_id ',
  'call_',
  'blocks: a_1, ',
  'following ids: ',
  'output found for a ',
  'litellm.',
  'Error: ',
  '\u001b[',
  '\u001b]',
  '\u001b[1;',
  '[1;',
  '&quot;',
  '│ ',
  '\\u00',
  '│ a\n',
  ' at \n',
  '(request id: ',
  '\ud800',
  '参',
  says,
]

// No clock is asked: what took more than linear time on a million characters would not end.
test.each(pieces)('repeats of %j end', (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
  expect(typeof explain(text).matched).toBe('boolean')
  expect(typeof explain(text + says).sentence).toBe('string')
  expect(explain(says + text).rules).toContain('call-without-result')
})

test('what is no text is no reason to throw', () => {
  for (const odd of [undefined, null, 7, {}, []]) {
    expect(explain(odd as unknown as string).matched).toBe(false)
  }
})

test('any text is explained, and the same text alike', () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())).map((some) => some.join(''))
  fc.assert(
    fc.property(text, (any) => {
      expect(explain(any)).toEqual(explain(any))
    }),
    { numRuns: 100 },
  )
})
