import { expect, test } from 'vitest'
import { openLog } from '../../app/src/gateway/index.ts'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, gatewayWith } from './house.ts'

const sandbox = await startSandbox()
closeLater(sandbox.close)

const run = { type: 'function', name: 'run', parameters: { type: 'object', properties: {} } }
const asked = (...tools: readonly object[]): object => ({
  model: 'gpt-5',
  input: 'go',
  tools: [run, ...tools],
})

test('tools that only another provider runs are named in the answer and in the log', async () => {
  const lines: string[] = []
  const gateway = await gatewayWith(
    { upstreams: { up: { url: `${sandbox.url}/v1`, api: 'openai' } } },
    { log: openLog('info', { write: (line) => lines.push(line) }) },
  )
  const { headers } = await ask(
    `${gateway.url}/v1/responses`,
    asked({ type: 'web_search' }, { type: 'a b\n' }),
  )
  expect(headers.get('x-mortise-lost-tools')).toBe('web_search,a%20b%0a')
  expect(lines.join('')).toContain('"tools":"web_search,a%20b%0a"')
  const { headers: sound } = await ask(`${gateway.url}/v1/responses`, asked())
  expect(sound.get('x-mortise-lost-tools')).toBe(null)
})
