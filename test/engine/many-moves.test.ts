import { repair } from '@mortise/core'
import { expect, test } from 'vitest'

test('ten thousand instructions that stand wrong move in one pass, and keep their order', () => {
  const count = 10_000
  const numbers = [...Array(count).keys()]
  const before = numbers.flatMap((number) => [
    { role: 'user', content: `u${number}` },
    { role: 'system', content: `s${number}` },
  ])
  const end = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: 'hi' },
    { role: 'user', content: 'on' },
  ]
  const { document, report } = repair(
    { model: 'claude-opus-4-8', messages: [...before, ...end] },
    { api: 'anthropic' },
  )
  expect(report.left).toEqual([])
  expect(document.messages).toEqual([
    ...before.filter(({ role }) => role === 'user'),
    end[0],
    ...before.filter(({ role }) => role === 'system'),
    ...end.slice(1),
  ])
})
