import { describe, expect, test } from 'vitest'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { cleanSession } from '../../app/src/stores/clean/clean.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { compactSession } from '../../app/src/stores/mend/compact.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import * as claude from './claude-records.ts'
import { fileOf } from './conforms.ts'
import * as records from './pi-records.ts'

type Json = Record<string, unknown>

const long = 'word '.repeat(4000)

/** A session of Claude Code: thinking before each call; the second call has no result unless it is sound. */
function claudeSession(model: string, isSound: boolean): readonly Json[] {
  const piece = (uuid: string, parent: string, answer: string, block: Json): Json => {
    const record = claude.piece(uuid, parent, answer, block)
    return { ...record, message: { ...(record.message as Json), model } }
  }
  const think = (name: string): Json => ({ type: 'thinking', thinking: '', signature: name })
  return [
    claude.user('u1', null, 'list the files'),
    piece('a1', 'u1', 'm1', think('s1')),
    piece('a2', 'a1', 'm1', claude.call('t1')),
    claude.result('r1', 'a2', 't1', long),
    piece('a3', 'r1', 'm2', think('s2')),
    piece('a4', 'a3', 'm2', claude.call('t2', 'Read')),
    ...(isSound ? [claude.result('r2', 'a4', 't2', long)] : []),
    claude.user('u2', isSound ? 'r2' : 'a4', 'and now?'),
    piece('a5', 'u2', 'm3', think('s3')),
    piece('a6', 'a5', 'm3', claude.text('all is well')),
    claude.user('u3', 'a6', 'thanks'),
  ]
}

/** The same as pi writes it. */
function piSession(model: string, isSound: boolean): readonly Json[] {
  const maker = ['anthropic-messages', 'anthropic', model] as const
  const think = (name: string): Json => ({ type: 'thinking', thinking: '', thinkingSignature: name })
  return [
    records.header(),
    records.user('u1', null, 'list the files'),
    records.answer('a1', 'u1', [think('s1'), records.call('t1')], { maker }),
    records.result('r1', 'a1', 't1', long),
    records.answer('a2', 'r1', [think('s2'), records.call('t2', 'Read')], { maker }),
    ...(isSound ? [records.result('r2', 'a2', 't2', long, { toolName: 'Read' })] : []),
    records.user('u2', isSound ? 'r2' : 'a2', 'and now?'),
    records.answer('a3', 'u2', [think('s3'), records.text('all is well')], { maker }),
    records.user('u3', 'a3', 'thanks'),
  ]
}

function signaturesIn(bytes: Uint8Array): readonly string[] {
  return [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/ignature":"(\w+)"/g),
  ].map(([, name]) => name ?? '')
}

type Case = readonly [store: Store, path: string, session: typeof claudeSession]

const cases: readonly Case[] = [
  [claudeCode, '/home/me/.claude/projects/-w-app/s1.jsonl', claudeSession],
  [pi, '/home/me/.pi/agent/sessions/--w-app--/s1.jsonl', piSession],
]

describe.each(cases)('$name', (store, path, session) => {
  const bound = 'claude-opus-5-5'

  test('a repair removes the reasoning after its first change', () => {
    const { bytes, isSound, changes } = mendSession(openRecords(store, path, fileOf(session(bound, false))), {
      api: 'anthropic',
    })
    expect(isSound).toBe(true)
    expect(signaturesIn(bytes)).toEqual(['s1', 's2'])
    expect(JSON.stringify(changes)).toContain('reasoning-bound')
    expect(mendSession(openRecords(store, path, bytes)).bytes).toBe(bytes)
  })

  test('another model keeps all of it', () => {
    const { bytes } = mendSession(openRecords(store, path, fileOf(session('claude-opus-4-8', false))))
    expect(signaturesIn(bytes)).toEqual(['s1', 's2', 's3'])
  })

  test('a sound session is not touched', () => {
    const bytes = fileOf(session(bound, true))
    expect(mendSession(openRecords(store, path, bytes)).bytes).toBe(bytes)
  })

  test('a tool that is cleaned out takes the reasoning after it along', () => {
    const { bytes, isClean } = cleanSession(openRecords(store, path, fileOf(session(bound, true))), {
      deny: { tools: ['Read'] },
    })
    expect(isClean).toBe(true)
    expect(signaturesIn(bytes).filter((name) => name !== 's2')).toEqual(['s1'])
  })

  test('a compaction removes the reasoning after what it shortens', () => {
    const goal = { budget: 6000, stages: ['shorten'] } as const
    const { bytes, isSound } = compactSession(openRecords(store, path, fileOf(session(bound, true))), {
      goal,
    })
    expect(isSound).toBe(true)
    expect(signaturesIn(bytes)).toEqual(['s1'])
  })
})

describe('what the agent never sent', () => {
  const path = '/home/me/.claude/projects/-w-app/s1.jsonl'
  const [ask, think1, call1, result1, ...others] = claudeSession('claude-opus-5-5', true) as [
    Json,
    Json,
    Json,
    Json,
  ]
  const again: Json = { ...result1, uuid: 'r1b', parentUuid: 'r1' }
  const [next = {}, ...rest] = others
  const blank: Json = {
    ...claude.user('b1', 'r1', []),
    type: 'assistant',
    message: { role: 'assistant', id: 'mb', content: [claude.text(' ')] },
  }
  const written = (between: Json, version: string): Uint8Array =>
    fileOf(
      [ask, think1, call1, result1, between, { ...next, parentUuid: between.uuid }, ...rest].map(
        (record) => ({
          ...record,
          version,
        }),
      ),
    )
  const other = { sender: 'other' } as const

  test.each([
    ['a result that is there twice', again, '2.1.97'],
    ['a blank answer', blank, '2.1.97'],
  ])('%s goes, and the reasoning after it stays', (_, between, version) => {
    const { bytes, changes, isSound } = mendSession(
      openRecords(claudeCode, path, written(between, version)),
      other,
    )
    expect(isSound).toBe(true)
    expect(changes.map(({ do: act, record }) => [act, record])).toContainEqual([
      'remove',
      `line 5, ${between.uuid}`,
    ])
    expect(signaturesIn(bytes)).toEqual(['s1', 's2', 's3'])
  })

  test('an older version sent the result twice: the reasoning after it goes', () => {
    const { bytes } = mendSession(openRecords(claudeCode, path, written(again, '2.1.6')), other)
    expect(signaturesIn(bytes)).toEqual(['s1'])
  })

  test('advice stays in the file, and loosens nothing', () => {
    const given = written(again, '2.1.97')
    expect(mendSession(openRecords(claudeCode, path, given)).bytes).toBe(given)
  })
})
