import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { type MendOptions, mendSession } from '../../app/src/stores/mend/mend.ts'
import { neovate } from '../../app/src/stores/neovate/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { conforms, fileOf } from './conforms.ts'
import {
  call,
  cancelled,
  config,
  type Json,
  model,
  result,
  snapshot,
  text,
  title,
  tool,
  user,
} from './neovate-records.ts'
import { broken, sound, start } from './neovate-samples.ts'

const path = '/home/me/.neovate/projects/w-app/1a2b3c4d.jsonl'

conforms(neovate, [
  ...sound.map(([name, records]) => ({ name, path, records, found: [] })),
  ...broken.map(([name, records, found, gone = []]) => ({ name, path, records, found, gone })),
])

describe('neovate', () => {
  const named = (name: string): readonly Json[] => {
    const [, records] = [...sound, ...broken].find(([title]) => title === name) ?? []
    if (records === undefined) throw new Error(`There is no sample ${name}.`)
    return records
  }

  /** The file once mended: each message with its parent; new ones are `+`, other records are their type. */
  const mendedAs = (records: readonly Json[], options: MendOptions = {}): string => {
    const { bytes } = mendSession(openRecords(neovate, path, fileOf(records)), options)
    const known = new Set(records.map(({ uuid }) => uuid))
    const name = (id: unknown): string => (typeof id !== 'string' ? '-' : known.has(id) ? id : '+')
    const { entries } = readRecords(bytes, neovate)
    return entries
      .map(({ value }) =>
        value.type === 'message' ? `${name(value.uuid)}<${name(value.parentUuid)}` : value.type,
      )
      .join(' ')
  }

  test.each([
    ['N8: a branch that was left', '1 2 5 6'],
    ['N8: a parent that is missing', '1 2'],
    ['N8: a ring of parents', '1 2'],
    ['N10: compacted', '3 4'],
    ['N5: three cancelled beside each other', '1 2 3 4 5'],
    ['N5: a result beside what was said next', '1 2 3 4'],
    ['N1: every type of line, and some that nobody knows', '1 2 3 4'],
  ])('what is sent: %s', (name, ids) => {
    const { session, entries } = checkRecords(neovate, path, fileOf(named(name)))
    const sent = session.lanes.map(({ turns }) => turns.map((index) => entries[index]?.value.uuid).join(' '))
    expect(sent).toEqual([ids])
  })

  test.each([
    ['N2: the call that was open when it crashed', '1<- 2<1 3<2 4<3 +<4'],
    ['N4: one of two answered', 'config 1<- 2<1 3<2 4<3'],
    ['N5: three cancelled beside each other', 'config 1<- 2<1 3<2 4<3 5<4'],
    ['N5: cancelled beside each other, and gone on with', 'config 1<- 2<1 3<2 4<3 snapshot 5<4 6<5'],
    ['N5: a result beside what was said next', 'config 1<- 2<1 3<2 4<3'],
    ['N5: cancelled and answered beside what was said next', 'config 1<- 2<1 3<2 4<2 5<4'],
    ['N8: a parent that is missing', 'config 1<+ 2<1 +<2'],
    ['N8: a ring of parents', 'config 1<- 2<1'],
    ['N9: open, with notes behind it', 'config 1<- 2<1 file-history-snapshot custom-title +<2'],
    ['N10: a result whose call was compacted away', 'config 1<- 2<1 3<- +<3 5<+ snapshot'],
    ['a result that comes after another answer', 'config 1<- 2<1 5<2 3<5 4<3 6<4 snapshot'],
    ['answered twice', 'config 1<- 2<1 4<2 5<4 snapshot'],
  ])('how records hang once mended: %s', (name, tree) => {
    expect(mendedAs(named(name))).toBe(tree)
  })

  test.each([
    ['N2: the call that was open when it crashed', '1<- 2<1 3<2'],
    ['N4: one of two answered', 'config 1<- 4<1'],
    ['N3: parallel calls, all of them answered', 'config 1<- 2<1 3<2 4<3'],
    ['N5: three cancelled beside each other', 'config 1<- 2<1 3<2 4<3 5<4'],
    ['N9: open, with notes behind it', 'config 1<- file-history-snapshot custom-title'],
  ])('what is left once whole turns go: %s', (name, tree) => {
    expect(mendedAs(named(name), { policy: 'drop-turn' })).toBe(tree)
  })

  test('N1: lines of all seven types, and of others, keep their bytes where one is mended', () => {
    // Printed as nobody else would, with members that nobody knows.
    const odd = (type: string, rest: string): string =>
      `{ "later" : 1.50E+2,${rest}, "type":"${type}" , "x":"\\u00e9\\/" }`
    const message = (id: string, parent: string, rest: string): string =>
      odd('message', `"uuid":"${id}","parentUuid":${parent},${rest}`)
    const lines = [
      odd('config', '"config":{"model":"anthropic/claude-x","approvalTools":[ ]}'),
      message('1', 'null', '"role":"user","content":"read a.ts"'),
      message(
        '2',
        '"1"',
        '"role":"assistant","content":[ {"type":"tool_use","id":"t1","name":"read","input":{}} ]',
      ),
      message(
        '3',
        '"2"',
        '"role":"tool","content":[{"type":"tool-result","toolCallId":"t1","toolName":"read","result":{"llmContent":"x"}}]',
      ),
      odd('snapshot', '"messageId":"2","trackedFileBackups":{}'),
      odd('file-history-snapshot', '"messageId":"2","snapshot":{"messageId":"2"}'),
      message(
        '4',
        '"3"',
        '"role":"assistant","content":[{"type":"tool_use","id":"t2","name":"read","input":{}}]',
      ),
      message('5', '"4"', '"role":"user","content":"go on with it"'),
      odd('custom-title', '"customTitle":"Auth refactor"'),
      odd('later-invention', '"uuid":"z"'),
    ]
    const { bytes, isSound } = mendSession(openRecords(neovate, path, Buffer.from(lines.join('\n'))))
    const made = Buffer.from(bytes).toString().split('\n')
    const fresh = made.filter((line) => line.includes('no result was recorded'))
    const id = (JSON.parse(fresh[0] ?? '{}') as Json).uuid
    expect([isSound, fresh.length]).toEqual([true, 1])
    expect(made.filter((line) => line !== fresh[0])).toEqual(
      lines.map((line) => line.replace('"parentUuid":"4"', `"parentUuid":"${id}"`)),
    )
  })

  test('N3: nothing at all, and no message at all', () => {
    for (const bytes of [Buffer.alloc(0), fileOf([config()])]) {
      expect(checkRecords(neovate, path, bytes)).toMatchObject({ found: [], session: { lanes: [] } })
      expect(mendSession(openRecords(neovate, path, bytes)).bytes).toBe(bytes)
    }
  })

  test('N4: the result that is made stands beside the real one, as Neovate writes them', () => {
    const { bytes } = mendSession(openRecords(neovate, path, fileOf(named('N4: one of two answered'))))
    const words = '[no result was recorded; the tool may or may not have run: check before repeating]'
    expect(readRecords(bytes, neovate).entries[3]?.value).toEqual({
      ...named('N4: one of two answered')[3],
      content: [
        result('toolu_001', 'the first file'),
        {
          type: 'tool-result',
          toolCallId: 'toolu_002',
          toolName: 'read',
          input: { file_path: 'a.ts' },
          result: { llmContent: words, returnDisplay: words, isError: true },
        },
      ],
    })
  })

  test('N2: a new record is written as Neovate writes them', () => {
    const { bytes } = mendSession(
      openRecords(neovate, path, fileOf(named('N2: the call that was open when it crashed'))),
    )
    const made = readRecords(bytes, neovate).entries.at(-1)?.value ?? {}
    expect(made).toMatchObject({
      parentUuid: '4',
      uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'toolu_002', toolName: 'write' }],
      timestamp: named('N2: the call that was open when it crashed')[3]?.timestamp,
    })
    expect(Object.keys(made)).toEqual([
      'parentUuid',
      'uuid',
      'role',
      'content',
      'type',
      'timestamp',
      'sessionId',
    ])
  })

  test('a turn of the model that has to be made has what Neovate reads of each', () => {
    const record = neovate.wrap({
      message: { role: 'assistant', content: [text('(results received)')] },
      id: 'x',
      lane: named('N4: one of two answered').slice(1),
      position: 3,
    })
    expect(record).toMatchObject({
      text: '(results received)',
      model: 'anthropic/claude-x',
      usage: { input_tokens: 0, output_tokens: 0 },
    })
  })

  test('N5: what cancelling wrote is kept, and nothing is made up', () => {
    const records = named('N5: three cancelled beside each other')
    const { changes } = mendSession(openRecords(neovate, path, fileOf(records)))
    expect(changes).toEqual([
      { do: 'relink', record: 'line 5, 4', why: ['result-off-path'] },
      { do: 'relink', record: 'line 6, 5', why: ['result-off-path'] },
    ])
  })

  test('N5: a last message without a name of its own is hung like any other', () => {
    const [, ...records] = named('N5: a result beside what was said next')
    const { uuid: _, ...last } = records.pop() ?? {}
    const made = mendSession(openRecords(neovate, path, fileOf([config(), ...records, last]))).bytes
    expect(readRecords(made, neovate).entries.map(({ value }) => value.parentUuid)).toEqual([
      undefined,
      null,
      '1',
      '2',
      '3',
    ])
  })

  test('N5: a call that was answered on the way needs no result from beside it', () => {
    const records = [
      ...start,
      model('2', '1', [call('toolu_001')]),
      tool('3', '2', [cancelled('toolu_001')]),
      tool('4', '2', [result('toolu_001')]),
    ]
    expect(checkRecords(neovate, path, fileOf(records)).found).toEqual([])
  })

  test('N6: a line that is torn is left out and named, and all others are there', () => {
    const lines = fileOf(named('N3: parallel calls, all of them answered')).toString().split('\n')
    const torn = [...lines.slice(0, 3), lines[3]?.slice(0, 99), ...lines.slice(4, 5)]
    const bytes = Buffer.from(`${torn.join('\n')}\n{"type":"mess`)
    const { before, bytes: mended, isSound } = mendSession(openRecords(neovate, path, bytes))
    expect(before.torn.map(({ kind, line }) => [kind, line])).toEqual([
      ['cut', 4],
      ['cut', 6],
    ])
    expect(before.found).toMatchObject([
      { rule: 'unreadable', record: 'line 4' },
      // What came before a torn line is not seen until it is mended.
      { rule: 'history-cut', record: 'line 5, 4' },
      { rule: 'unreadable', record: 'line 6' },
    ])
    const records = Buffer.from(mended)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json)
    expect(records.map(({ uuid }) => uuid)).toEqual([undefined, '1', '2', expect.any(String), '4'])
    expect(isSound).toBe(true)
  })

  test.each([
    ['a branch', 'N8: a branch that was left'],
    ['an older tree', 'N10: a result whose call was compacted away'],
  ])('N8: %s that is not sent keeps its bytes', (_, name) => {
    const records = [...named(name), user('7', '5', 'and one more'), model('8', '7', [call('toolu_009')])]
    const bytes = fileOf(records)
    const { bytes: mended, changes } = mendSession(openRecords(neovate, path, bytes))
    expect(changes.length).toBeGreaterThan(0)
    const lines = bytes.toString().split('\n').slice(0, 3)
    expect(Buffer.from(mended).toString().split('\n').slice(0, 3)).toEqual(lines)
  })

  test('N8: rings of any size are left where they close', () => {
    const ring = Array.from({ length: 5_000 }, (_, index) =>
      user(`u${index}`, `u${(index + 4_999) % 5_000}`, 'read a.ts'),
    )
    for (const records of [ring, [user('1', '1', 'read a.ts')]]) {
      const { found } = checkRecords(neovate, path, fileOf(records))
      expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([['parent-cycle', 'refused']])
      expect(mendSession(openRecords(neovate, path, fileOf(records))).isSound).toBe(true)
    }
  })

  test.each(['1', '2'])(
    'N8: a branch from %s that was left stays left where the last message goes',
    (parent) => {
      const records = [
        ...start,
        model('2', '1', [text('which of them?')]),
        user('3', parent, 'none of them'),
        model('4', '3', [text('as you like it')]),
        model('5', '2', [call('toolu_001')]),
      ]
      expect(mendedAs(records, { policy: 'drop' })).toBe(`config 1<- 3<${parent} 4<3 2<1`)
    },
  )

  test('N9: what stands last in the file is what the next message hangs on', () => {
    const { bytes } = mendSession(openRecords(neovate, path, fileOf(named('N9: open, with notes behind it'))))
    const [last] = readRecords(bytes, neovate).entries.slice(-1)
    expect(last?.value).toMatchObject({ type: 'message', parentUuid: '2' })
  })

  const talk = [user('1', null, 'read a.ts'), model('2', '1', [text('it is empty')])]
  test.each<readonly [name: string, records: readonly object[], line: number | undefined]>([
    ['behind a new title', [...talk, title('Auth'), user('3', null, 'and b.ts?')], 4],
    ['behind a snapshot', [...talk, snapshot('2'), user('3', null, 'and b.ts?'), model('4', '3', [])], 4],
    ['right behind a message', [...talk, user('3', null, 'and b.ts?')], undefined],
    [
      'that is a summary',
      [...talk, title('Auth'), user('3', null, 'so far', { uiContent: 'Chat …' })],
      undefined,
    ],
    ['that is the first message', [title('Auth'), ...talk], undefined],
    ['that hangs on the last message', [...talk, title('Auth'), user('3', '2', 'and b.ts?')], undefined],
  ])('N9: a root %s', (_, records, line) => {
    const { found } = checkRecords(neovate, path, fileOf(records))
    const roots = found.filter(({ rule }) => rule === 'second-root')
    const wanted = line === undefined ? [] : [['advice', `line ${line}, 3`]]
    expect(roots.map(({ severity, record }) => [severity, record])).toEqual(wanted)
  })

  test('N10: the title is the last that was given, else what the session is about', () => {
    const titleOf = (records: readonly Json[]): unknown =>
      checkRecords(neovate, path, fileOf(records)).session.title
    const records = [config({ summary: 'Fix tests' }), user('1', null, 'read a.ts')]
    expect(titleOf(records)).toBe('Fix tests')
    expect(titleOf([...records, title('First'), title('Second')])).toBe('Second')
    expect(titleOf(start)).toBeUndefined()
  })

  test('N11: where a copy was taken from is kept in records that change', () => {
    const { bytes } = mendSession(
      openRecords(neovate, path, fileOf(named('N11: a copy that ends on a call'))),
    )
    const made = readRecords(bytes, neovate).entries.map(({ value }) => value.forkedFrom)
    expect(made).toEqual([
      { sessionId: '9f9f9f9f', messageUuid: '1' },
      { sessionId: '9f9f9f9f', messageUuid: '2' },
      undefined,
    ])
  })

  test.each([
    ['anthropic/claude-x', 'anthropic'],
    ['openai/gpt-5', 'openai'],
    ['deepseek/deepseek-chat', 'deepseek'],
    ['google/gemini-2.5-pro', 'gemini'],
    ['openrouter/anthropic/claude-sonnet-4', 'openrouter'],
    ['moonshotai/kimi-k2', 'kimi'],
    ['zai-coding-plan/glm-4.6', 'glm'],
    ['groq/llama-3.3-70b-versatile', 'groq'],
    ['xai/grok-4', 'xai'],
    ['cerebras/gpt-oss-120b', 'cerebras'],
    ['iflow/qwen3-coder-plus', 'qwen'],
    ['zenmux/anthropic/claude-sonnet-4', 'anthropic'],
    ['aihubmix/gpt-5', 'openai'],
    ['elsewhere/deepseek-chat', 'deepseek'],
    ['gemini-2.5-pro', 'gemini'],
    ['elsewhere/whatever', 'anthropic'],
    ['sonnet', 'anthropic'],
    [undefined, 'anthropic'],
  ])('which API it is sent to: %s', (name, api) => {
    const records = [config({ model: name }), user('1', null, 'read a.ts')]
    expect(checkRecords(neovate, path, fileOf(records)).session.api).toBe(api)
  })

  test('which API it is sent to: the model that answered last, where none is set', () => {
    const answered = [
      user('1', null, 'read a.ts'),
      model('2', '1', [text('hm')], { model: 'openai/gpt-5' }),
      model('3', '2', [text('hm')], { model: 'google/gemini-2.5-pro' }),
    ]
    expect(checkRecords(neovate, path, fileOf(answered)).session.api).toBe('gemini')
  })

  test('who it is, and how to go on', () => {
    const open = (file: string): unknown => checkRecords(neovate, file, fileOf(start)).session
    expect(open(path)).toMatchObject({ id: '1a2b3c4d', resume: 'neovate --resume 1a2b3c4d' })
    expect(open('/p/agent-7.jsonl')).toMatchObject({ id: 'agent-7', resume: undefined })
  })

  test('a call at the end is left alone while its writer is at work', () => {
    const records = named('N9: open, with notes behind it')
    expect(checkRecords(neovate, path, fileOf(records), { tail: 'open' }).found).toEqual([])
  })

  test('where it keeps sessions', () => {
    const [place, ...others] = neovate.places({ folder: '/home/me', environment: {}, platform: 'linux' })
    expect(others).toEqual([])
    expect(place?.folder).toBe('/home/me/.neovate/projects')
    expect(place?.isSession('w-app/1a2b3c4d.jsonl')).toBe(true)
    expect(place?.isSession('w-app/requests/1a2b3c4d.jsonl')).toBe(false)
    expect(place?.isSession('w-app/1a2b3c4d.jsonl.bak')).toBe(false)
    expect(place?.isSession('data.json')).toBe(false)
  })

  test.each([
    ...['anthropic', 'openai', 'azure-openai', 'deepseek', 'openrouter', 'kimi', 'qwen', 'glm', 'minimax'],
    ...['gemini', 'groq', 'xai', 'cerebras'],
  ])('nothing that is sound is suspected for %s', (api) => {
    const split = api === 'gemini' ? [['cancelled, chained', 'results-split', 'refused']] : []
    const found = sound.flatMap(([name, records]) =>
      checkRecords(neovate, path, fileOf(records), { api }).found.map(({ rule, severity }) => [
        name,
        rule,
        severity,
      ]),
    )
    // Results of one turn are sent to it as they were written, and there they have to stand together.
    expect(found).toEqual(split)
  })

  test('in a home: what is broken is mended, and all else keeps its bytes', () => {
    const home = mkdtempSync(join(tmpdir(), 'mortise-neovate-'))
    const [place] = neovate.places({ folder: home, environment: {}, platform: 'linux' })
    const folder = place?.folder ?? ''
    const files = [...sound, ...broken].map(([, records], index) => {
      const file = join(folder, `w-app-${index % 2}`, `${String(index).padStart(8, '0')}.jsonl`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, fileOf(records))
      return file
    })
    mkdirSync(join(folder, 'w-app-0', 'requests'))
    writeFileSync(join(folder, 'w-app-0', 'requests', 'req-1.jsonl'), '{"type":"metadata"}\n')
    const seen = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      place?.isSession(name.replaceAll('\\', '/')),
    )
    expect(seen.map((name) => join(folder, name)).sort()).toEqual([...files].sort())
    for (const file of files) {
      const bytes = readFileSync(file)
      const { bytes: mended, before, isSound } = mendSession(openRecords(neovate, file, bytes))
      expect([file, isSound]).toEqual([file, true])
      if (!before.found.some(({ severity }) => severity === 'refused')) expect(mended).toBe(bytes)
      writeFileSync(file, mended)
      const again = readFileSync(file)
      expect(mendSession(openRecords(neovate, file, again)).bytes).toBe(again)
    }
    rmSync(home, { recursive: true })
  })

  test('thousands of batches beside each other are linear, or would take minutes', {
    timeout: 60_000,
  }, () => {
    const records = Array.from({ length: 4_000 }, (_, index) => [
      model(`a${index}`, index === 0 ? null : `s${index - 1}`, [call(`x${index}`), call(`y${index}`)]),
      tool(`r${index}`, `a${index}`, [result(`x${index}`)]),
      tool(`s${index}`, `a${index}`, [result(`y${index}`)]),
    ]).flat()
    const { session } = checkRecords(neovate, path, fileOf([user('u', null, 'read all'), ...records]))
    expect(session.lanes[0]?.turns.length).toBeGreaterThan(8_000)
  })
})
