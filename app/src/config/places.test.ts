import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ConfigWhereabouts, configPlaces } from './places.ts'

const all = [
  'home/.config/mortise/mortise.yaml',
  'work/mortise.json',
  'work/mortise.yaml',
  'work/env.yaml',
  'work/flag.yaml',
]

test.each<[string, readonly string[], Partial<ConfigWhereabouts>, string | undefined]>([
  [
    'a flag comes first',
    all,
    { named: 'flag.yaml', environment: { MORTISE_CONFIG: 'env.yaml' } },
    '--config: work/flag.yaml',
  ],
  [
    'then the environment',
    all,
    { environment: { MORTISE_CONFIG: 'env.yaml' } },
    'MORTISE_CONFIG: work/env.yaml',
  ],
  [
    'an empty variable names nothing',
    all,
    { environment: { MORTISE_CONFIG: '' } },
    'this folder: work/mortise.yaml',
  ],
  ['then this folder', all, {}, 'this folder: work/mortise.yaml'],
  ['in JSON too', all.slice(0, 2), {}, 'this folder: work/mortise.json'],
  ['then the user', all.slice(0, 1), {}, 'the user: home/.config/mortise/mortise.yaml'],
  [
    'a relative folder of the user is ignored',
    all.slice(0, 1),
    { environment: { XDG_CONFIG_HOME: 'x' } },
    'the user: home/.config/mortise/mortise.yaml',
  ],
  [
    'another folder of the user',
    ['home/mortise/mortise.yml'],
    { environment: { XDG_CONFIG_HOME: '$HOME' } },
    'the user: home/mortise/mortise.yml',
  ],
  [
    'a file that is named counts though it is not there',
    all,
    { named: 'none.yaml' },
    '--config: work/none.yaml',
  ],
  ['a folder of that name is no config', ['work/mortise.yaml/x'], {}, undefined],
  ['none', [], {}, undefined],
])('%s', (_, files, more, expected) => {
  const base = mkdtempSync(join(tmpdir(), 'mortise-places-'))
  onTestFinished(() => rmSync(base, { recursive: true }))
  for (const file of files) {
    mkdirSync(dirname(join(base, file)), { recursive: true })
    writeFileSync(join(base, file), '')
  }
  const home = join(base, 'home')
  const environment = Object.fromEntries(
    Object.entries(more.environment ?? {}).map(([name, value]) => [name, value === '$HOME' ? home : value]),
  )
  const places = configPlaces({ folder: join(base, 'work'), home, platform: 'linux', ...more, environment })
  const used = places.filter(({ isUsed }) => isUsed).map(({ by, path }) => `${by}: ${relative(base, path)}`)
  expect(used).toEqual(expected === undefined ? [] : [expected])
})
