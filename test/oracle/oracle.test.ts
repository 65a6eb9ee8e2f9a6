import { expect, test } from 'vitest'
import { complaints } from './index.ts'

test('an unknown API is a mistake of the caller', () => {
  expect(() => complaints([], { api: 'acme', tail: 'closed' })).toThrow('acme')
})
