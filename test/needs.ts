import { expect, test } from 'vitest'

/** A test that needs something of the machine: where that is absent it says so, and fails where it must not be. */
export function testWith(
  isThere: boolean,
  what: string,
): (name: string, body: () => void | Promise<void>) => void {
  if (isThere) return (name, body) => test(name, body)
  return (name) =>
    test(name, ({ skip }) => {
      expect(process.env.CI, `CI must have ${what}`).not.toBe('true')
      console.log(`skipped: ${name}: ${what} is absent`)
      skip(`${what} is absent`)
    })
}
