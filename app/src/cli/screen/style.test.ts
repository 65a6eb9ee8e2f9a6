import { expect, test } from 'vitest'
import { withColours } from './cues.ts'
import { styleOf } from './style.ts'

const red = '\u001b[31mx\u001b[0m'

test.each([
  ['a terminal', true, {}, false, red],
  ['a pipe', false, {}, false, 'x'],
  ['a terminal and NO_COLOR', true, { NO_COLOR: '1' }, false, 'x'],
  ['a terminal and an empty NO_COLOR', true, { NO_COLOR: '' }, false, red],
  ['a pipe and FORCE_COLOR', false, { FORCE_COLOR: '1' }, false, red],
  ['a terminal and FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false, 'x'],
  ['both: the quieter wins', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false, 'x'],
  ['a dumb terminal', true, { TERM: 'dumb' }, false, 'x'],
  ['--plain', true, { FORCE_COLOR: '1' }, true, 'x'],
])('%s', (_, isTTY, environment, isPlain, painted) => {
  expect(withColours(styleOf({ isTTY }, environment, isPlain).paint('red', 'x'))).toBe(painted)
})

test('signs are ASCII if asked', () => {
  const { bad, good, advice, cut } = styleOf({}, {}, true)
  expect([bad, good, advice, cut]).toEqual(['x', 'ok', '!', '...'])
})
