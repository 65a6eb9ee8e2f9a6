import { apply, invert, plan } from '@mortise/core'
import { expect, test } from 'vitest'
import { seal } from './seal.ts'

const broken = [
  { role: 'user', content: 'go' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
  },
]

test('a sealed plan names the document it fits and the one it makes, and still applies', () => {
  const sealed = seal(broken, plan(broken, 'openai').plan)
  expect(sealed.fits).toBe('sha256:93a0a110fc4555b30b03ba19668b19638f7c67137763f6cfdc628c6fcc605e29')
  const made = apply(broken, sealed)
  const back = seal(made.ok ? made.value : undefined, invert(sealed))
  expect(back).toMatchObject({ fits: sealed.makes, makes: sealed.fits })
})
