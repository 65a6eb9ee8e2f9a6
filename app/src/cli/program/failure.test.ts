import { expect, test } from 'vitest'
import { CommandError, describeFailure } from './failure.ts'

test.each([
  ['usage', 2],
  ['unknown-api', 2],
  ['api-not-of-format', 2],
  ['wrong-format', 2],
  ['stale-plan', 3],
  ['unreadable', 4],
  ['not-a-conversation', 4],
])('`%s` ends with %i', (code, exit) => {
  expect(describeFailure(new CommandError(code, 'A sentence.', 'a hint'))).toEqual({
    code,
    message: 'A sentence.',
    hint: 'a hint',
    exit,
  })
})

test('a failure on disk brings its own exit', () => {
  const refused = Object.assign(new Error('A sentence.'), { code: 'live', exit: 3 })
  expect(describeFailure(refused)).toMatchObject({ code: 'live', exit: 3, message: 'A sentence.' })
})

test('what nobody expected is a bug', () => {
  const failure = describeFailure(new TypeError('x is not a function'))
  expect(failure).toMatchObject({ code: 'bug', exit: 70 })
  expect(failure.message).toBe('This is a bug in Mortise, please report it: TypeError: x is not a function')
  expect(describeFailure('odd')).toMatchObject({ exit: 70 })
})

test('the limits of the engine are not bugs', () => {
  const dive = (): number => dive() + 1
  expect(() => dive()).toThrow(RangeError)
  try {
    dive()
  } catch (error) {
    expect(describeFailure(error)).toMatchObject({
      exit: 4,
      message: 'The document is nested too deeply to be read.',
    })
  }
  expect(describeFailure(new RangeError('Invalid string length'))).toMatchObject({ exit: 4 })
})
