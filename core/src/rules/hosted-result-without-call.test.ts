import { expect, test } from 'vitest'
import { scan } from '../index.ts'

test.each([
  ['web_search_tool_result', '`server_tool_use` block before it'],
  ['mcp_tool_result', '`mcp_tool_use` block before it'],
])('the result of a hosted tool is told by its kind: %s', (type, words) => {
  const content = [
    { type, tool_use_id: 'x', content: [] },
    { type: 'text', text: 'so' },
  ]
  const user = { role: 'user', content: 'go' }
  const found = scan([user, { role: 'assistant', content }, user], 'anthropic')
  expect(found.map(({ rule }) => rule)).toEqual(['hosted-result-without-call'])
  expect(found[0]?.says).toContain(`\`${type}\` blocks: x.`)
  expect(found[0]?.says).toContain(words)
})
