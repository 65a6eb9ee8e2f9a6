import { messageIn, type Rulebook, repair, repairLines, scanLines, type Tail } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { damagedCase } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** What is no turn of any format, and has to stay as it is. */
const noise = ['', '  ', '\u00a0', '{"type":"summary","leafUuid":"x"}', '{"torn":"li', '\0\0']

const drawn = fc.record({
  damaged: damagedCase,
  wraps: fc.boolean(),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  isMarked: fc.boolean(),
  isEnded: fc.boolean(),
  between: fc.array(fc.constantFrom(...noise), { maxLength: 6 }),
})

test('lines are mended as the list of their messages is, and all others stay', () => {
  const holds = fc.property(drawn, ({ damaged, wraps, lineBreak, isMarked, isEnded, between }) => {
    const { api: name, tail, policy, document } = damaged
    const api = apiOf(name, document)
    const turns = (api.format.turnsOf(document) ?? []).filter((turn) => messageIn(turn, api.format) === turn)
    const lines = turns.flatMap((turn, index) => [
      ...(between[index] === undefined ? [] : [between[index]]),
      JSON.stringify(wraps ? { uuid: 'u', message: turn } : turn),
    ])
    const text = `${isMarked ? '\ufeff' : ''}${lines.join(lineBreak)}${isEnded ? lineBreak : ''}`
    const bytes = encode(text)
    const options = { api: api.rulebook, policy, tail }
    const mended = repairLines(bytes, options)
    const list = repair(JSON.parse(JSON.stringify(turns)) as unknown[], options)

    expect(turnsIn(mended.bytes, api.format)).toEqual(list.document)
    expect(mended.found).toEqual(foundIn(bytes, api.rulebook, tail))
    expect(mended.edits).toBe(list.report.plan.edits.length)
    if (mended.edits === 0) expect(mended.bytes).toBe(bytes)
    const made = decode(mended.bytes)
    expect(made.startsWith('\ufeff')).toBe(isMarked && text !== '')
    const others = (all: string): string[] =>
      linesOf(all).filter((line) => line !== '' && noise.includes(line))
    expect(others(made)).toEqual(others(text))
    if (lineBreak === '\r\n') expect(made.replaceAll('\r\n', '')).not.toContain('\n')
    const again = repairLines(mended.bytes, options)
    expect(again.bytes).toBe(mended.bytes)
    expect(again.found).toEqual(mended.left)
  })
  fc.assert(holds, { numRuns: 250 })
})

describe('a line', () => {
  const call =
    '{"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {}}]}'
  const first = '{"role": "user", "content": "go"}'

  test('that is new is written as those beside it, behind the one it answers', () => {
    expect(linesMended([first, call, ''])).toEqual([
      first,
      call,
      expect.stringMatching(
        /^\{"role": "user", "content": \[\{"type": "tool_result", "tool_use_id": "toolu_1", /,
      ),
      '',
    ])
  })

  test('that is new comes behind one without a line break', () => {
    const made = linesMended([first, call])
    expect(made).toHaveLength(3)
    expect(made.slice(0, 2)).toEqual([first, call])
  })

  test('that is new in records holds its message', () => {
    const record = `{"uuid":"a","message":${call}}`
    const made = linesMended([`{"message":${first}}`, record, '{"type":"summary"}', ''])
    expect(made.slice(0, 2)).toEqual([`{"message":${first}}`, record])
    expect(Object.keys(JSON.parse(made[2] as string))).toEqual(['message'])
    expect(made.slice(3)).toEqual(['{"type":"summary"}', ''])
  })

  test('of which a part changes keeps its other bytes', () => {
    const result =
      '{ "role":"user", "x" : 1.50, "content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"r"}, {"type":"tool_result","tool_use_id":"toolu_9","content":"s"} ] }'
    const made = linesMended([first, call, result, ''])
    expect(made[2]).toMatch(
      /^\{ "role":"user", "x" : 1\.50, "content":\[\{"type":"tool_result","tool_use_id":"toolu_1","content":"r"\}/,
    )
    expect(made[2]).not.toContain('"toolu_9","content"')
  })

  test('that only moves keeps its bytes', () => {
    const result = '{ "role" :"tool", "tool_call_id":"a", "content":"r" }'
    const calls =
      '{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}'
    const made = decode(repairLines(encode([result, first, calls, ''].join('\n')), { api: 'openai' }).bytes)
    expect(made.split('\n')).toEqual([first, calls, result, ''])
  })

  test('that is no JSON stays, and is told in the lines as they are now', () => {
    const text = [first, call, '{"torn', '']
    const { left, found, lines, turns } = repairLines(encode(text.join('\n')), { api: 'anthropic' })
    expect(found.map(({ rule, record }) => [rule, record])).toEqual([
      ['call-without-result', 'line 2'],
      ['unreadable', 'line 3'],
    ])
    expect(left.map(({ rule, record }) => [rule, record])).toEqual([['unreadable', 'line 4']])
    expect([lines, turns]).toEqual([4, 3])
  })

  function linesMended(lines: readonly string[]): string[] {
    return decode(repairLines(encode(lines.join('\n')), { api: 'anthropic' }).bytes).split('\n')
  }
})

function linesOf(text: string): string[] {
  return text
    .replace('\ufeff', '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
}

function turnsIn(bytes: Uint8Array, format: Parameters<typeof messageIn>[1]): unknown[] {
  return linesOf(decode(bytes)).flatMap((line) => {
    try {
      const turn = messageIn(JSON.parse(line), format)
      return turn === undefined ? [] : [turn]
    } catch {
      return []
    }
  })
}

function foundIn(bytes: Uint8Array, api: Rulebook, tail: Tail): unknown {
  const scan = scanLines({ api, tail, read: (start, end) => bytes.subarray(start, end) })
  scan.room(bytes.length).set(bytes)
  scan.take(bytes.length)
  return scan.finish().found
}
