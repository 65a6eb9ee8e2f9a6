import type { Deny } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { neovate } from '../../app/src/stores/neovate/index.ts'
import * as claude from './claude-records.ts'
import { clean, shape, wordsOf } from './clean-shape.ts'
import * as neo from './neovate-records.ts'

type Json = claude.Json

const exec: Deny = { tools: ['exec'] }
const all: Deny = { tools: ['*'] }

describe('Claude Code', () => {
  const { piece, aside, progress, system } = claude
  const spoken: readonly Json[] = [
    claude.user('u1', null, 'list the files'),
    piece('h1', 'u1', 'm1', claude.thinking('hm')),
    piece('a1', 'h1', 'm1', claude.call('t1')),
    piece('a2', 'a1', 'm1', claude.call('t2', 'Read')),
    claude.result('r1', 'a1', 't1'),
    progress('p1', 'a1', 't1'),
    claude.result('r2', 'a2', 't2'),
    piece('a3', 'r2', 'm2', claude.text('done with it')),
  ]

  test('pieces, progress, and results on ways beside', () => {
    expect(shape(claudeCode, clean(claudeCode, spoken, { tools: ['Bash'] }))).toEqual([
      'u1: list the files',
      'h1 on u1: reasoning',
      'a2 on h1: call t2',
      'r2 on a2: result t2',
      'a3 on r2: done with it',
    ])
  })

  test('reasoning that led to nothing else goes with the calls', () => {
    expect(shape(claudeCode, clean(claudeCode, spoken, all))).toEqual([
      'u1: list the files',
      'a3 on u1: done with it',
    ])
  })

  test('compacted history, subagents in the file, and ways that were left', () => {
    const records = [
      ...spoken,
      aside(claude.user('s1', null, 'look around')),
      aside(piece('s2', 's1', 'ms', claude.call('t3'))),
      aside(claude.result('s3', 's2', 't3')),
      aside(piece('s4', 's3', 'mt', claude.text('I looked'))),
      claude.user('b1', 'a3', 'left question'),
      piece('b2', 'b1', 'mb', claude.call('t4')),
      claude.result('b3', 'b2', 't4'),
      system('k1', null, 'compact_boundary', { logicalParentUuid: 'r2' }),
      claude.user('c1', 'k1', 'it goes on from here'),
      piece('c2', 'c1', 'mc', claude.call('t5')),
      claude.result('c3', 'c2', 't5'),
    ]
    const cleaned = clean(claudeCode, records, all)
    expect(shape(claudeCode, cleaned)).toEqual([
      'u1: list the files',
      'a3 on u1: done with it',
      's1: look around',
      's4 on s1: I looked',
      'b1 on a3: left question',
      'k1',
      'c1 on k1: it goes on from here',
    ])
    expect([cleaned.census.calls, cleaned.census.results]).toEqual([5, 5])
  })

  test('a second result of a call, on a way that was left, says no name: it goes by the id', () => {
    const records = [
      claude.user('u1', null, 'list the files'),
      piece('a1', 'u1', 'm1', claude.call('t1')),
      claude.result('x1', 'a1', 't1', 'once more'),
      claude.user('x2', 'x1', 'left question'),
      claude.result('r1', 'a1', 't1'),
      piece('a2', 'r1', 'm2', claude.text('done with it')),
    ]
    expect(shape(claudeCode, clean(claudeCode, records, exec))).toEqual([
      'u1: list the files',
      'x2 on u1: left question',
      'a2 on u1: done with it',
    ])
  })

  test('words beside a result stay, and what only repeats the result goes', () => {
    const mixed = claude.user('r1', 'a1', [
      { type: 'tool_result', tool_use_id: 't1', content: 'x' },
      claude.text('and this too'),
    ])
    const records = [
      claude.user('u1', null, 'list the files'),
      piece('a1', 'u1', 'm1', claude.call('t1')),
      { ...mixed, toolUseResult: { stdout: 'secret' } },
    ]
    const cleaned = clean(claudeCode, records, all)
    expect(shape(claudeCode, cleaned)).toEqual(['u1: list the files', 'r1 on u1: and this too'])
    expect(wordsOf(cleaned)).not.toContain('secret')
  })

  test('what a subagent did, told in the progress of its master', () => {
    const told = progress('p9', 'a3', 'task_1')
    const data = { type: 'agent_progress', message: { type: 'assistant', message: assistant() } }
    const records = [...spoken, { ...told, data }, claude.user('u2', 'p9', 'go on')]
    const cleaned = clean(claudeCode, records, { tools: ['WebFetch'] })
    expect([cleaned.census.calls, shape(claudeCode, cleaned).slice(-2)]).toEqual([
      1,
      ['a3 on r2: done with it', 'u2 on a3: go on'],
    ])
  })

  test('copies of messages in the records of requests go, and are not counted twice', () => {
    const blob = (hash: string, message: unknown): Json => ({
      type: 'api-request-blob',
      sessionId: 's',
      hash,
      message,
    })
    const asked = blob('copy-0', { role: 'user', content: [{ type: 'text', text: 'list the files' }] })
    const copies = [
      asked,
      blob('copy-1', { role: 'assistant', content: [claude.call('t1')] }),
      blob('copy-2', {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a.ts' }],
      }),
    ]
    const cleaned = clean(claudeCode, [...spoken, ...copies], { tools: ['Bash'] })
    const { census, along } = cleaned
    expect([census.calls, census.results, along.notes]).toEqual([1, 1, 3])
    expect(wordsOf(cleaned)).toContain('"copy-0"')
    expect(wordsOf(cleaned)).not.toMatch(/copy-[12]|"t1"/)
  })

  function assistant(): unknown {
    return { role: 'assistant', content: [claude.call('t8', 'WebFetch')] }
  }
})

describe('Neovate', () => {
  test('one tool of several, results in one message, and a message that is only that', () => {
    const records = [
      neo.config(),
      neo.user('1', null, 'read a.ts'),
      neo.model('2', '1', [neo.text('I read it'), neo.call('t1'), neo.call('t2', 'bash')]),
      neo.tool('3', '2', [neo.result('t1'), { ...neo.result('t2', 'a b'), toolName: 'bash' }]),
      neo.model('4', '3', [neo.reasoning('hm'), neo.call('t3', 'bash')]),
      neo.tool('5', '4', [{ ...neo.result('t3', 'a b'), toolName: 'bash' }]),
      neo.model('6', '5', [neo.text('so it is')]),
    ]
    expect(shape(neovate, clean(neovate, records, exec))).toEqual([
      'config',
      '1: read a.ts',
      '2 on 1: I read it, call t1',
      '3 on 2: result t1',
      '6 on 3: so it is',
    ])
  })

  test('cancelled results that hang beside each other', () => {
    const records = [
      neo.config(),
      neo.user('1', null, 'read both'),
      neo.model('2', '1', [neo.text('I read them'), neo.call('t1'), neo.call('t2')]),
      neo.tool('3', '2', [neo.cancelled('t1')]),
      neo.tool('4', '2', [neo.cancelled('t2')]),
      neo.user('5', '4', 'once more'),
    ]
    expect(shape(neovate, clean(neovate, records, all))).toEqual([
      'config',
      '1: read both',
      '2 on 1: I read them',
      '5 on 2: once more',
    ])
  })
})
