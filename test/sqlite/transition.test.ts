import { afterEach, beforeEach, expect, test } from 'vitest'
import { reverseRun } from '../../app/src/disk/index.ts'
import { perform } from '../../app/src/transition/tasks.ts'
import { must } from '../disk/scratch.ts'
import { answer, call, header, result, user } from '../stores/pi-records.ts'
import { makeRowHome, type RowHome, recordTables } from './home.ts'

let home: RowHome
beforeEach(() => {
  home = makeRowHome()
  for (const id of ['one', 'two'])
    home.add(id, [
      header({ id }),
      user('u1', null, 'go'),
      answer('a1', 'u1', [call('c1')]),
      result('r1', 'a1', 'c1'),
    ])
})
afterEach(() => home.remove())

test('sessions in a database are found, cleaned and taken back when a config comes to deny tools', async () => {
  const target = {
    key: 'k',
    isListed: true,
    agent: 'openclaw',
    profile: 'main',
    home: home.folder,
    state: home.state,
  }
  const userHome = { folder: home.folder, environment: {}, platform: process.platform }
  const alone = <Value>(run: () => Promise<Value>): Promise<Value> => run()
  const { files, closed } = await perform<'find'>({ do: 'find', target, user: userHome }, alone)
  const paths = files.map(({ path }) => path)
  expect([paths, closed]).toEqual([[home.path('one'), home.path('two')], []])
  expect(await perform<'ask'>({ do: 'ask', target, paths }, alone)).toEqual(['exec'])
  const before = home.dump(...recordTables)
  const options = { deny: { tools: ['*'] }, isText: false }
  const task = { do: 'clean', target, paths, options, run: 'run1', isDry: false } as const
  expect(await perform<'clean'>(task, alone)).toMatchObject([
    { path: home.path('one'), id: 'one', removed: 2 },
    { path: home.path('two'), id: 'two', removed: 2 },
  ])
  expect(home.lines('one').join('')).not.toContain('toolCall')
  const { reversed } = must(await reverseRun(home.disk(), { command: 'undo' }, 'undo'))
  expect([reversed.length, home.dump(...recordTables)]).toEqual([2, before])
})
