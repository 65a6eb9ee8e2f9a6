import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { builtInScenarios, readScenarios, startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from './ask.ts'

const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
const sandbox = await startSandbox()
afterAll(() => sandbox.close())

test('the page shows what is answered', async () => {
  const [, path, body, answer] = /curl -s http:\/\/127\.0\.0\.1:8080(\S+) -d '(.+)'\n(.+)\n/.exec(page) ?? []
  expect((await ask(`${sandbox.url}${path}`, body)).text).toBe(answer)
})

test('the page lists the scenarios that are always there, and its example can be read', () => {
  const [, table = ''] = /\n\| scenario [\s\S]*?---+ \|\n([\s\S]*?)\n\n/.exec(page) ?? []
  const names = table.split('\n').map((row) => /^\| `([^`]+)`/.exec(row)?.[1])
  expect(names).toEqual(Object.keys(builtInScenarios))
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  expect(Object.keys(readScenarios(JSON.parse(example)))).toEqual(['default', 'weather', 'flaky'])
})

test('every path on the page is answered', async () => {
  const [, table = ''] = /\n\| path [\s\S]*?---+ \|\n([\s\S]*?)\n\n/.exec(page) ?? []
  const paths = [...table.matchAll(/`(\/[^`]+)`/g)].map(([, path]) => path?.replace('MODEL', 'any') ?? '')
  const bodyFor = (path: string): object => ({
    messages: [{ role: 'user', content: path.includes('converse') ? [{ text: 'go' }] : 'go' }],
    contents: [{ role: 'user', parts: [{ text: 'go' }] }],
    input: 'go',
  })
  const told = await Promise.all(paths.map((path) => ask(sandbox.url + path, bodyFor(path))))
  expect(told.map(({ status }) => status)).toEqual(paths.map(() => 200))
  expect(paths.length).toBeGreaterThan(10)
})
