import { expect, test } from 'vitest'
import { isFault } from '../../app/src/sessions/judge/verdict.ts'
import { checkRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { call, type Json, piece, result, text, user } from './claude-records.ts'

const path = '/home/me/.claude/projects/-w-app/s1.jsonl'
const ask = user('u1', null, 'list the files')
const calls = [piece('a1', 'u1', 'm1', call('t1')), piece('a2', 'a1', 'm1', call('t2'))]
const done = (parent: string): Json => piece('a9', parent, 'm9', text('done with it'))
const open = [ask, piece('a1', 'u1', 'm1', call('t1')), user('u2', 'a1', 'and now?'), done('u2')]
const answered = [ask, piece('a1', 'u1', 'm1', call('t1')), result('r1', 'a1', 't1')]
const twice = [...answered, result('r2', 'r1', 't1', 'once more'), done('r2')]
const orphan = [ask, piece('a1', 'u1', 'm1', text('well then')), result('r1', 'a1', 'gone'), done('r1')]
const late = [ask, ...calls.slice(0, 1), user('u2', 'a1', 'go on'), piece('a2', 'u2', 'm2', text('so it is'))]
const outOfPlace = [...late, result('r1', 'a2', 't1'), done('r1')]
const empty = [
  ask,
  piece('a1', 'u1', 'm1', text('hm')),
  user('u2', 'a1', [text('')]),
  user('u3', 'u2', 'so?'),
]

/** A record of blank text stands before the note that the user pressed escape. */
const blank = [
  ask,
  piece('a1', 'u1', 'm1', text('\n\n')),
  user('i1', 'a1', [text('[Request interrupted by user]')]),
  user('u2', 'i1', 'list them all'),
  done('u2'),
]

/** Each result of a batch has a record of its own, and words of the user stand between. */
const apart = [
  ask,
  ...calls,
  user('r1', 'a1', [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }, text('note')]),
  user('r2', 'a2', [{ type: 'tool_result', tool_use_id: 't2', content: 'x' }, text('note')]),
  done('r2'),
]

const rows: readonly (readonly [string, readonly Json[], string, string | undefined])[] = [
  ['blank text before an interruption', blank, 'blank-turn', undefined],
  ['results apart, with words between them', apart, 'result-not-leading', undefined],
  ['an open call', open, 'call-without-result', '1.0.109'],
  ['a result without its call', orphan, 'result-without-call', '2.1.47'],
  ['a result behind a later answer', outOfPlace, 'result-out-of-place', '2.1.47'],
  ['a call that is answered twice', twice, 'duplicate-result', '2.1.90'],
  ['an empty text', empty, 'empty-text', '2.1.327'],
]

const written = (records: readonly Json[], version: string): Buffer =>
  Buffer.from(records.map((record) => `${JSON.stringify({ ...record, version })}\n`).join(''))

const fatesOf = (bytes: Uint8Array): unknown[] =>
  checkRecords(claudeCode, path, bytes).found.map((finding) => [
    finding.rule,
    isFault(finding) ? 'fault' : 'advice',
    finding.copes?.does,
  ])

test.each(rows)(
  '%s is healed by the version that is known to, and by newer ones',
  (_, records, rule, since) => {
    expect(fatesOf(written(records, since ?? '2.0.1'))).toEqual([[rule, 'advice', 'heals']])
    expect(fatesOf(written(records, '2.2.0'))).toEqual([[rule, 'advice', 'heals']])
  },
)

test.each(rows.filter(([, , , since]) => since !== undefined))(
  '%s is refused from older versions',
  (_, records, rule) => {
    expect(fatesOf(written(records, '1.0.98'))).toEqual([[rule, 'fault', undefined]])
  },
)

test('a program that sends as the file stands is refused', () => {
  const { found } = checkRecords(claudeCode, path, written(open, '2.1.97'), { api: 'anthropic' })
  expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([['call-without-result', 'refused']])
})

test('two records on one line lose history, and no API refuses anything', () => {
  const [first, second, ...others] = written(
    open.slice(0, 1).concat(done('u1'), user('u5', 'a9', 'so?')),
    '2.1.97',
  )
    .toString()
    .split('\n')
  const glued = Buffer.from([`${first}${second}`, ...others].join('\n'))
  expect(fatesOf(glued)[0]).toEqual(['unreadable', 'fault', 'loses'])
  expect(checkRecords(claudeCode, path, glued).found.every(({ severity }) => severity === 'advice')).toBe(
    true,
  )
})
