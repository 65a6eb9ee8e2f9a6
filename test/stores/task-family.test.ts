import type { Goal } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { cleanSession } from '../../app/src/stores/clean/clean.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { stores } from '../../app/src/stores/index.ts'
import { compactSession } from '../../app/src/stores/mend/compact.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'
import { call, type Json, marker, model, result, summary, task, text, user } from './task-records.ts'

function storeNamed(name: string): Store {
  return stores.find((store) => store.name === name) as Store
}

const [cline, kilo, roo] = ['cline', 'kilo', 'roo'].map(storeNamed) as [Store, Store, Store]
const path = '/nowhere/tasks/1700000000000/api_conversation_history.json'

const sound: readonly Sample[] = [
  {
    name: 'a sound task',
    path,
    records: [
      task('list the files'),
      model([text('I look at them.'), call('t1'), { type: 'thoughtSignature', thoughtSignature: 'Q2' }], {
        reasoning_content: 'first look',
      }),
      user([result('t1'), text('<environment_details> nothing new')]),
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAA=', ts: 5 },
      model('they are listed'),
    ],
    found: [],
  },
  {
    name: 'tools as text have no ids, and nothing to mend',
    path,
    records: [
      task('list them'),
      model('<read_file><path>a.ts</path></read_file>'),
      user('[read_file] Result: x'),
    ],
    found: [],
  },
]

const broken: readonly Sample[] = [
  {
    name: 'a result whose call is not there',
    path,
    records: [
      task('list the files'),
      model('well then'),
      user([result('t9', 'the last words'), text('go on')]),
    ],
    found: [['result-without-call', 3]],
  },
]

const tagged: readonly Sample[] = [
  {
    name: 'an open call',
    path,
    records: [task('list the files'), model([call('t1')]), user('go on with it'), model('all is done')],
    found: [['call-without-result', 2]],
  },
  {
    name: 'results behind other words',
    path,
    records: [task('list the files'), model([call('t1')]), user([text('go on with it'), result('t1')])],
    found: [['result-not-leading', 3]],
  },
  {
    name: 'results in two messages, and calls in two',
    path,
    records: [
      task('list the files'),
      model([call('t1'), call('t2')]),
      user([result('t1')]),
      user([result('t2'), text('go on')]),
      user('and on'),
      model([call('t3')]),
      model([call('t4')]),
      user([result('t3'), result('t4')]),
    ],
    found: [],
  },
  {
    name: 'words of the model between a call and its result',
    path,
    records: [task('list the files'), model([call('t1')]), model('all is done'), user([result('t1')])],
    found: [['call-not-last', 2]],
  },
  {
    name: 'K8: hidden messages are not judged',
    path,
    records: [
      task('list the files'),
      model([call('t1')], { truncationParent: 'T1' }),
      user([result('t8', 'from nowhere at all')], { truncationParent: 'T1' }),
      marker('T1'),
      model([call('t2')]),
      user([result('t2')]),
    ],
    found: [],
  },
  {
    name: 'a message whose marker is gone is sent again',
    path,
    records: [task('list the files'), model([call('t1')], { truncationParent: 'T1' }), user('go on with it')],
    found: [['call-without-result', 2]],
  },
  {
    name: 'a summary starts anew, and results of calls before it are left out',
    path,
    records: [
      task('list the files'),
      model([call('t1')], { condenseParent: 'C1' }),
      summary('C1'),
      user([result('t1', 'an answer too late'), text('go on with it')]),
    ],
    found: [['result-without-call', 4]],
  },
  {
    name: 'a summary gets no results',
    path,
    records: [task('list the files'), summary('C1'), model([call('t1')]), summary('C2'), model([call('t2')])],
    found: [['call-without-result', 5]],
  },
]

conforms(cline, [...sound, ...broken])
conforms(kilo, [...sound, ...broken, ...tagged])
conforms(roo, [...sound, ...broken, ...tagged])

describe.each([kilo, roo])('$name', (store) => {
  const long = [
    task('list the files'),
    ...Array.from({ length: 8 }, (_, turn) => [
      model([text(`look ${turn}`), call(`t${turn}`)]),
      user([result(`t${turn}`, 'words '.repeat(40)), text('go on')]),
    ]).flat(),
    model('all is done'),
  ]

  test('K3: what is made smaller is hidden, and nothing else changes', () => {
    const bytes = fileOf(long, store)
    const made = compactSession(openRecords(store, path, bytes), { goal: { fraction: 0.5 } })
    const before = JSON.parse(bytes.toString()) as Json[]
    const after = JSON.parse(Buffer.from(made.bytes).toString()) as Json[]
    const [mark, ...others] = after.filter((message) => message.isTruncationMarker === true)
    expect(others).toEqual([])
    const hidden = after.filter(({ truncationParent }) => truncationParent !== undefined)
    expect(hidden.length).toBeGreaterThan(3)
    expect(hidden.every(({ truncationParent }) => truncationParent === mark?.truncationId)).toBe(true)
    const shown = after
      .filter((message) => message !== mark)
      .map(({ truncationParent: _, ...message }) => message)
    expect(shown).toEqual(before)
    expect(checkRecords(store, path, made.bytes).session.lanes[0]?.turns.length).toBe(
      before.length - hidden.length + 1,
    )
  })

  test('a result that the agent leaves out behind a summary is advice, and stays', () => {
    const late = user([result('t1', 'an answer too late'), text('go on')])
    const bytes = fileOf(
      [task('list them'), model([call('t1')], { condenseParent: 'C1' }), summary('C1'), late],
      store,
    )
    expect(checkRecords(store, path, bytes).found.map(({ severity }) => severity)).toEqual(['advice'])
    expect(mendSession(openRecords(store, path, bytes)).bytes).toBe(bytes)
    expect(checkRecords(store, path, bytes, { sender: 'other' }).found[0]?.severity).toBe('refused')
  })

  const standIns = (file: Uint8Array): Json[] =>
    readRecords(file, store)
      .entries.map(({ value }) => value as Json)
      .filter((value) => value.truncationId === 'T1' || value.isSummary === true)

  test.each([
    ['marker', [task('list the files'), marker('T1'), ...long.slice(1)]],
    ['summary', [task('list the files'), summary('C1'), ...long.slice(1)]],
  ])('K4: a %s is neither hidden nor edited by what is made smaller', (_, records) => {
    const bytes = fileOf(records, store)
    for (const goal of [{ fraction: 1 }, { fraction: 0.5 }, { budget: 0 }, { budget: 100 }])
      expect(standIns(compactSession(openRecords(store, path, bytes), { goal }).bytes)).toEqual(
        standIns(bytes),
      )
  })

  const hiddenOnce = [
    task('list the files'),
    model([call('t')], { truncationParent: 'T1' }),
    user([result('t')], { truncationParent: 'T1' }),
    marker('T1'),
    ...long.slice(1),
  ]

  test.each<[string, Goal]>([
    ['half of it', { fraction: 0.5 }],
    ['so many tokens that shorter results would do', { budget: 450 }],
  ])('a task that hides messages already hides more, and no result loses its words: %s', (_, goal) => {
    const made = compactSession(openRecords(store, path, fileOf(hiddenOnce, store)), { goal })
    const bare = (value: Json): Json => ({ ...value, truncationParent: undefined })
    const after = (JSON.parse(Buffer.from(made.bytes).toString()) as Json[]).filter(
      ({ truncationId }) => truncationId === undefined || truncationId === 'T1',
    )
    expect(after.map(bare)).toEqual(hiddenOnce.map(bare))
    const hidden = after.filter(({ truncationParent }) => truncationParent !== undefined)
    expect(hidden.length).toBeGreaterThan(4)
    expect(made.report?.fits).toBe(true)
    expect(made.report?.stages.map(({ stage }) => stage)).toEqual(['drop'])
  })

  test('a result that would have to stand in a marker gets a message of its own', () => {
    const listed = { ...marker('T1'), content: [text('some messages are hidden')] }
    const bytes = fileOf([task('list the files'), model([call('t1')]), listed, model('all is done')], store)
    const made = mendSession(openRecords(store, path, bytes))
    expect(made.isSound).toBe(true)
    expect(standIns(made.bytes)).toEqual([listed])
    expect(JSON.parse(Buffer.from(made.bytes).toString())).toHaveLength(5)
  })
})

describe('messages that are named by position', () => {
  const empty = [task('list the files'), model('well then'), user([result('t9')]), model([call('t1')])]

  test.each([
    ['a repair', (bytes: Uint8Array) => mendSession(openRecords(cline, path, bytes), { policy: 'drop' })],
    [
      'a smaller one',
      (bytes: Uint8Array) => compactSession(openRecords(cline, path, bytes), { goal: { fraction: 1 } }),
    ],
    [
      'a cleaning',
      (bytes: Uint8Array) => cleanSession(openRecords(cline, path, bytes), { deny: { tools: ['*'] } }),
    ],
  ])('%s that would move some changes nothing, and says why', (_, make) => {
    const bytes = fileOf(empty, cline)
    const made = make(bytes)
    expect(made.bytes).toBe(bytes)
    expect(made.before.session.readOnly).toContain('by position')
  })
})

describe('where tasks are', () => {
  const cases: readonly [NodeJS.Platform, Record<string, string>, string][] = [
    ['linux', {}, '/home/me/.config/Code/User/globalStorage'],
    ['linux', { XDG_CONFIG_HOME: '/x/config' }, '/x/config/Cursor/User/globalStorage'],
    ['linux', {}, '/home/me/.vscode-server/data/User/globalStorage'],
    ['darwin', {}, '/home/me/Library/Application Support/VSCodium/User/globalStorage'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Code - Insiders/User/globalStorage'],
  ]
  const extensions: readonly [Store, string][] = [
    [cline, 'saoudrizwan.claude-dev'],
    [kilo, 'kilocode.kilo-code'],
    [roo, 'rooveterinaryinc.roo-cline'],
  ]

  test.each(cases)('on %s with %j: %s', (platform, environment, folder) => {
    for (const [store, extension] of extensions) {
      const places = store.places({ folder: '/home/me', environment, platform })
      const place = places.find((each) => each.folder === `${folder}/${extension}/tasks`)
      expect(place?.isSession('17/api_conversation_history.json')).toBe(true)
      expect(place?.isSession('17/ui_messages.json')).toBe(false)
      expect(place?.isSession('17/.api_conversation_history.json.bak_1_x.tmp')).toBe(false)
    }
  })
})
