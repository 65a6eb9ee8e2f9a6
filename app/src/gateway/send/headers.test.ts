import { expect, test } from 'vitest'
import { endToEnd } from './headers.ts'

test('headers that `Connection` names are not passed on', () => {
  const headers = [
    'Connection',
    'X-One, ,x-TWO',
    'x-one',
    '1',
    'X-Two',
    '2',
    'x-three',
    '3',
    'connection',
    'x-four',
  ]
  expect(endToEnd([...headers, 'X-Four', '4', 'te', 'trailers'])).toEqual(['x-three', '3'])
})

// Each name was looked for in the whole list: minutes, which no test is given.
test('400,000 headers beside 400,000 names in `Connection` take linear time', () => {
  const names = Array.from({ length: 400_000 }, (_, index) => `a${index}`)
  const headers = ['connection', names.join(), ...names.flatMap((name) => [`x${name}`, ''])]
  expect(endToEnd(headers)).toHaveLength(800_000)
})
