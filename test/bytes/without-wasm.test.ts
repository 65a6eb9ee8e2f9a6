import { afterEach, expect, test, vi } from 'vitest'

// As in `wasm-module.ts`: it is no part of the language.
declare const WebAssembly: { readonly Module: unknown; readonly CompileError: new (message: string) => Error }

const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }] }
const messages = [{ role: 'user', content: 'go' }, call, { role: 'user', content: 'and?' }]
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const body = bytesOf(JSON.stringify({ model: 'claude-sonnet-4-5', messages }))
const lines = bytesOf(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

class Forbidden {
  constructor() {
    throw new WebAssembly.CompileError('Wasm code generation disallowed by embedder')
  }
}

class TooSmall {
  constructor() {
    throw new RangeError('Out of memory: Cannot allocate Wasm memory for new instance')
  }
}

test.each([
  ['there', WebAssembly],
  ['absent', undefined],
  ['forbidden', { Module: Forbidden, CompileError: WebAssembly.CompileError }],
  ['without memory', { Module: WebAssembly.Module, Instance: TooSmall }],
])('bytes are read where WebAssembly is %s', async (_, assembly) => {
  vi.stubGlobal('WebAssembly', assembly)
  const { repairBytes, scanLines } = await import('../../core/src/index.ts')
  const { bytes, report } = repairBytes(body, { api: 'anthropic' })
  expect(report.found.map(({ rule, at }) => [rule, at])).toEqual([['call-without-result', ['messages', 1]]])
  expect(repairBytes(bytes, { api: 'anthropic' }).bytes).toBe(bytes)
  const scan = scanLines({ api: 'anthropic', read: (start, end) => lines.subarray(start, end) })
  scan.room(lines.length).set(lines)
  scan.take(lines.length)
  expect(scan.finish().found.map(({ rule, record }) => [rule, record])).toEqual([
    ['call-without-result', 'line 2'],
  ])
})
