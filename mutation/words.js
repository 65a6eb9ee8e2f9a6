// @ts-check
// What a table imports as `vitest` here: the same words, from the packages that Vitest takes them from.
import { chai } from '@vitest/expect'

export { describe, test } from '@vitest/runner'

export const expect = Object.assign(
  (/** @type {unknown} */ value, /** @type {string | undefined} */ message) => chai.expect(value, message),
  chai.expect,
  { unreachable: (message = 'was reached') => chai.assert.fail(message) },
)
