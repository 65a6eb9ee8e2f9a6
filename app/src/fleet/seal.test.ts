import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sealed, unsealed } from './seal.ts'

const key = randomBytes(32)
const revision = { revision: 42, name: 'mortise.yaml', text: 'tools: { deny: ["*"] } # 榫卯\n' }

describe('a revision in a notification', () => {
  test('is read with the key', () => {
    expect(unsealed(sealed(revision, key), key)).toEqual(revision)
  })

  test('shows nothing of its text', () => {
    const payload = sealed({ ...revision, text: 'deny'.repeat(5000) }, key)
    expect(Buffer.from(payload, 'base64').toString('latin1')).not.toContain('deny')
  })

  test('is its number alone if it is too long, and then every node reads the table', () => {
    const payload = sealed({ ...revision, text: randomBytes(9000).toString('base64') }, key)
    expect(payload).toBe('42')
    expect(unsealed(payload, key)).toBeUndefined()
  })

  const bytes = Buffer.from(sealed(revision, key), 'base64')
  const changed = [...bytes.keys()].map((at) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))
  test.each([
    ['of another database', [sealed(revision, randomBytes(32))]],
    ['with any bit changed', changed.map((each) => Buffer.from(each).toString('base64'))],
    ['cut anywhere', [...bytes.keys()].map((end) => bytes.subarray(0, end).toString('base64'))],
    ['by a stranger', ['', '43', '{"revision":43}', 'A'.repeat(7999)]],
  ])('%s is not read', (_, payloads) => {
    for (const payload of payloads) expect(unsealed(payload, key)).toBeUndefined()
  })
})
