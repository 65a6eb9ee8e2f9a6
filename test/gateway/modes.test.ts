import { describe, expect, test } from 'vitest'
import { modes } from '../../app/src/config/index.ts'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { complaints } from '../oracle/index.ts'
import { ask, askSecond } from '../sandbox/ask.ts'
import { closeLater, countsOf, gatewayWith } from './house.ts'
import { type Talk, talks } from './talks.ts'

const sandbox = await startSandbox()
closeLater(sandbox.close)

const upstreams = Object.fromEntries(
  talks.map(({ api, base }) => [`up-${api}`, { url: sandbox.url + base, api }]),
)
const gateways = Object.fromEntries(
  await Promise.all(modes.map(async (mode) => [mode, await gatewayWith({ upstreams, mode })] as const)),
)
const urlOf = (mode: string): string => gateways[mode]?.url ?? ''

/** Every spelling of the path of a conversation. */
function spellings({ path, format }: Talk): readonly string[] {
  const own = [path, path.replace(/^\/v1(?:beta)?/, '')]
  const prefixes = ['anthropic', 'openai', 'gemini', 'bedrock', 'antigravity']
  const more = format === 'gemini-contents' ? [path.replace(':generate', ':streamGenerate')] : []
  const stream = format === 'bedrock-converse' ? [`${path}-stream`] : []
  return [
    ...new Set([
      ...own,
      ...more,
      ...stream,
      ...prefixes.flatMap((name) => own.map((one) => `/${name}${one}`)),
    ]),
  ]
}

const paths = talks.flatMap((talk) => spellings(talk).map((path) => [path, talk] as const))

describe('G3: every route in every mode', () => {
  describe.each(paths)('%s', (path, { path: own, broken, sound, place, format, api, model }) => {
    test('directly, the API refuses it', async () => {
      expect((await ask(sandbox.url + own, broken)).status).toBe(400)
    })

    test('repair: 200, and the answer says what was mended', async () => {
      const { status, headers } = await ask(urlOf('repair') + path, broken)
      expect([status, headers.get('x-mortise-repairs')]).toEqual([200, `1;call-without-result@${place}`])
      expect(headers.get('x-mortise-request-id')).toMatch(/^[\da-f-]{36}$/)
      const { body } = sandbox.requests.at(-1) ?? {}
      const named = format === 'bedrock-converse' ? { modelId: model } : { model }
      const document: unknown = { ...named, ...JSON.parse(String(body)) }
      expect(complaints(document, { api, tail: 'closed' }), 'the independent checker').toEqual([])
    })

    test('strict: 400 in the words of the API, with the rule', async () => {
      const { status, headers, text } = await ask(urlOf('strict') + path, broken)
      expect([status, headers.get('x-mortise-rule')]).toEqual([400, 'call-without-result'])
      expect(text).toContain('call-without-result')
      expect(JSON.parse(text)).toEqual(errorIn(format))
    })

    test('observe: as it came, and the answer says what would be mended', async () => {
      const { status, headers } = await ask(urlOf('observe') + path, broken)
      expect([status, headers.get('x-mortise-would-repair')]).toEqual([400, `1;call-without-result@${place}`])
      expect(String(sandbox.requests.at(-1)?.body)).toBe(JSON.stringify(broken))
    })

    test('off: as it came', async () => {
      const { status, headers } = await ask(urlOf('off') + path, broken)
      expect([status, headers.get('x-mortise-would-repair')]).toEqual([400, null])
      expect(String(sandbox.requests.at(-1)?.body)).toBe(JSON.stringify(broken))
    })

    test.each(modes)('%s: a sound one passes as it came', async (mode) => {
      const bytes = JSON.stringify(sound, null, 1)
      const { status, headers } = await ask(urlOf(mode) + path, bytes)
      expect([status, headers.get('x-mortise-repairs')]).toEqual([200, null])
      expect(String(sandbox.requests.at(-1)?.body)).toBe(bytes)
    })
  })
})

test('HTTP/2 without TLS is served on the same port', async () => {
  for (const { path, broken } of talks) {
    const { status, headers } = await askSecond(urlOf('repair'), path, broken)
    expect([status, headers.get('x-mortise-repairs')]).toEqual([200, expect.stringMatching(/^1;/)])
  }
})

test('everything is counted', async () => {
  const repair = gateways.repair
  if (repair === undefined) return expect.unreachable()
  const counts = await countsOf(repair)
  const names = Object.keys(counts).join('\n')
  for (const { format } of talks)
    expect(names).toContain(`mortise_defects_total{rule="call-without-result",format="${format}"`)
  expect(counts['mortise_repairs_total{action="mended"}']).toBe(paths.length + talks.length)
  expect(counts.mortise_streams).toBe(0)
})

function errorIn(format: string): unknown {
  const text = expect.stringContaining('call-without-result')
  if (format === 'anthropic-messages')
    return {
      type: 'error',
      error: { type: 'invalid_request_error', message: text },
      request_id: expect.any(String),
    }
  if (format === 'gemini-contents') return { error: { code: 400, message: text, status: 'INVALID_ARGUMENT' } }
  if (format === 'bedrock-converse') return { message: text }
  return { error: { message: text, type: 'invalid_request_error', param: null, code: null } }
}
