import { expect, test } from 'vitest'
import { shortener } from './short-ids.ts'

test('shortens long ids only, and keeps them apart', () => {
  const shorten = shortener(['toolu_01QvX7dLkN2mRz8s', 'toolu_01QvX7dLaaaaaaaa', 'call_1'], '…')
  expect(shorten('`toolu_01QvX7dLkN2mRz8s` and `toolu_01QvX7dLaaaaaaaa`')).toBe(
    '`toolu_01QvX7dLk…` and `toolu_01QvX7dLa…`',
  )
  expect(shorten('call_1, averyveryverylongword')).toBe('call_1, averyveryverylongword')
})

test('sees an id with a stop or a bracket behind it', () => {
  const shorten = shortener(['toolu_01QvX7dLkN2mRz8s'], '…')
  expect(shorten('Call toolu_01QvX7dLkN2mRz8s. (toolu_01QvX7dLkN2mRz8s)')).toBe(
    'Call toolu_01Q…. (toolu_01QvX7dLkN2mRz8s)',
  )
})
