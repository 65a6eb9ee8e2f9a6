import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mortise, type Seen } from './run.ts'

const env = (name: string): string => `\${${name}}`
const whole = `# my gateway
listen: 127.0.0.1:4141
upstreams:
  claude: { url: "https://api.anthropic.com", api: anthropic, key: "${env('KEY')}" } # from the vault
retries:   2

tools: { deny: [], history: text }   # none yet
`

interface House {
  readonly folder: string
  run(...words: readonly string[]): Seen
  read(name?: string): string
}

/** A folder with files, a home beside it, and the command in it. */
function houseWith(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): House {
  const base = mkdtempSync(join(tmpdir(), 'mortise-config-'))
  onTestFinished(() => rmSync(base, { recursive: true }))
  const [folder, home] = [join(base, 'work'), join(base, 'home')]
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(base, name, '..'), { recursive: true })
    writeFileSync(join(base, name), text)
  }
  mkdirSync(folder, { recursive: true })
  mkdirSync(home, { recursive: true })
  const surroundings = { HOME: home, KEY: 'sk-secret', ...environment }
  return {
    folder,
    run: (...words) => {
      const seen = mortise(['config', ...words], { folder, environment: surroundings })
      expect(seen.stdout + seen.stderr).not.toContain('sk-secret')
      return seen
    },
    read: (name = 'mortise.yaml') => readFileSync(join(folder, name), 'utf8'),
  }
}

describe('config where', () => {
  test('as a screen', () => {
    const house = houseWith({ 'work/mortise.yaml': whole, 'work/mortise.json': '{}' })
    expect(house.run('where').stdout.replaceAll(house.folder, '…')).toMatchInlineSnapshot(`
      "named by     place
      this folder  …/mortise.yaml   ✔ used
      this folder  …/mortise.yml
      this folder  …/mortise.jsonc
      this folder  …/mortise.json   there, not used
      the user     ~/.config/mortise/mortise.yaml
      the user     ~/.config/mortise/mortise.yml
      the user     ~/.config/mortise/mortise.jsonc
      the user     ~/.config/mortise/mortise.json
      "
    `)
  })
})

describe('config check', () => {
  test('a sound one', () => {
    expect(houseWith({ 'work/mortise.yaml': whole }).run('check')).toMatchInlineSnapshot(`
      {
        "exit": 0,
        "stderr": "",
        "stdout": "✔ \`mortise.yaml\` is sound: 1 upstream, 0 routes, 0 clients.
      ",
      }
    `)
  })

  test('every mistake with its place', () => {
    const text = whole.replace('retries', 'retrys').replace('[]', '[group:webb]').replace('KEY', 'NO')
    expect(houseWith({ 'work/other.yaml': text }).run('check', 'other.yaml')).toMatchInlineSnapshot(`
      {
        "exit": 2,
        "stderr": "",
        "stdout": "✖ other.yaml:4:68: The environment has no variable \`NO\`.
      ✖ other.yaml:5:1: The config has no key \`retrys\`. Did you mean \`retries\`?
      ",
      }
    `)
  })

  test('in the order of the file', () => {
    const text = 'reload: now\nupsteams: {}\nretries: many\nupstreams: { a: { url: x, api: none } }\n'
    const { stdout } = houseWith({ 'work/mortise.yaml': text }).run('check')
    const places = stdout.split('\n').map((line) => /yaml:(\d+:\d+)/.exec(line)?.[1])
    expect(places).toEqual(['1:9', '2:1', '3:10', '4:24', '4:32', undefined])
  })

  test('a file that is not there: the places are shown by the hint', () => {
    const { stderr, exit } = houseWith({}).run('check', 'no.yaml')
    expect([stderr, exit]).toEqual([
      expect.stringMatching(/^mortise: `no.yaml`: There is no such file\.\nhint: .* config where\n$/),
      4,
    ])
  })

  test('as JSON', () => {
    const { stdout, exit } = houseWith({ 'work/mortise.yaml': 'a' }).run('check', '--json')
    expect([JSON.parse(stdout), exit]).toMatchInlineSnapshot(`
      [
        {
          "command": "config check",
          "mistakes": [
            "mortise.yaml:1:1: The config has to be a table of keys and values.",
          ],
          "schema": "mortise/1",
          "sound": false,
          "target": {
            "kind": "config",
            "path": "mortise.yaml",
          },
        },
        2,
      ]
    `)
  })
})

describe('config get', () => {
  test('prints a member as it is written, or its default', () => {
    const house = houseWith({ 'work/mortise.yaml': whole })
    expect(house.run('get', 'upstreams.claude.key').stdout).toBe(`${env('KEY')}\n`)
    expect(house.run('get', 'tools').stdout).toBe('deny: []\nhistory: text\n')
    expect(house.run('get', 'limits.body')).toEqual({
      stdout: '64MB\n',
      stderr: 'note: it is not set in `mortise.yaml`; this is the default\n',
      exit: 0,
    })
  })
})

describe('config set', () => {
  test('keeps comments and formatting, and can be undone', () => {
    const house = houseWith({ 'work/mortise.yaml': whole })
    const { stdout, stderr, exit } = house.run('set', 'tools.deny', '["*"]')
    expect([stdout, exit]).toEqual(['✔ tools.deny: [] → ["*"]\n', 0])
    expect(house.read()).toBe(whole.replace('deny: []', 'deny: ["*"]'))
    const [, operation = ''] = /undo (\w+)/.exec(stderr) ?? []
    const home = join(house.folder, '..', 'home')
    expect(mortise(['undo', operation], { folder: house.folder, environment: { HOME: home } }).exit).toBe(0)
    expect(house.read()).toBe(whole)
  })

  test('a key that is written out is hidden on the screen', () => {
    const house = houseWith({ 'work/mortise.yaml': whole.replace(env('KEY'), 'sk-secret') })
    expect(house.run('set', 'upstreams.claude.key', 'sk-secret-2').stdout).toBe(
      '✔ upstreams.claude.key: *** → ***\n',
    )
    const upstream = '{ "url": "https://x.example", "api": "openai", "key": "sk-secret-3" }'
    expect(house.run('set', 'upstreams.other', upstream, '--json').stdout).toContain('"key":"***"')
    expect(house.read()).toContain('key: sk-secret-3')
  })

  test('a member of an alias is refused in words', () => {
    const text = whole.replace('tools: {', 'tools: &t {').concat('profiles: { pi: { tools: *t } }\n')
    const house = houseWith({ 'work/mortise.yaml': text })
    const { stderr, exit } = house.run('set', 'profiles.pi.tools.deny', '[]')
    expect([stderr, exit]).toEqual([expect.stringMatching(/^mortise: `profiles.pi.tools` is written as/), 2])
    expect(house.read()).toBe(text)
  })

  test('JSON with comments, through a link, with the mode of the file kept', () => {
    const json = '{\n  // mine\n  "upstreams": { "a": { "url": "http://x", "api": "openai" } }, // one\n}\n'
    const house = houseWith({ 'work/real/config.jsonc': json })
    symlinkSync('real/config.jsonc', join(house.folder, 'mortise.jsonc'))
    const before = statSync(join(house.folder, 'real/config.jsonc')).mode
    expect(house.run('set', 'retries', '3').exit).toBe(0)
    expect(house.read('real/config.jsonc')).toBe(json.replace('// one\n', '// one\n  "retries": 3,\n'))
    expect(statSync(join(house.folder, 'real/config.jsonc')).mode).toBe(before)
  })

  test.each([
    [['retries', 'many'], 'mortise.yaml:5:10: `retries` has to be a number.'],
    [['sessions', '[{agent: none}]'], /^mortise: mortise\.yaml:8:21: There is no agent `none`/],
    [['tools.deny'], '`config set` takes a member and its value.'],
  ])('%j is refused, and the file stays', (words, sentence) => {
    const house = houseWith({ 'work/mortise.yaml': whole })
    const { stderr, exit } = house.run('set', ...words)
    expect(exit).toBe(2)
    expect(stderr).toMatch(typeof sentence === 'string' ? `mortise: ${sentence}\n` : sentence)
    expect(house.read()).toBe(whole)
    expect(existsSync(join(house.folder, '..', 'home', '.local'))).toBe(false)
  })

  test('where a reference leads nowhere here, it is told, and the rest is checked', () => {
    const house = houseWith({ 'work/mortise.yaml': whole.replace('KEY', 'NO') })
    expect(house.run('set', 'retries', 'many').exit).toBe(2)
    expect(house.run('set', 'retries', '1')).toMatchObject({
      stdout: '✔ retries: 2 → 1\n',
      stderr: expect.stringMatching(/^note: mortise\.yaml:4:68: The environment has no variable `NO`\.\n/),
      exit: 0,
    })
  })
})

describe('config diff', () => {
  test('shows each change as it is written, and how it takes effect', () => {
    const next = whole
      .replace('4141', '5151')
      .replace('KEY', 'OTHER')
      .replace('[]', '["*"]')
      .replace('retries:   2', '')
    const house = houseWith({ 'work/mortise.yaml': whole, 'work/new.yaml': next }, { OTHER: 'sk-secret-2' })
    expect(house.run('diff', 'new.yaml')).toMatchInlineSnapshot(`
      {
        "exit": 0,
        "stderr": "",
        "stdout": "listen                127.0.0.1:4141  → 127.0.0.1:5151  restart
      upstreams.claude.key  \${KEY}          → \${OTHER}        hot
      retries               2               → 0               hot
      tools.deny            []              → ["*"]           hot

      A running gateway restarts for this; no request is lost.
      ",
      }
    `)
  })

  test('a default that is written down now is no change, and a key that is written out is hidden', () => {
    const next = whole
      .replace(env('KEY'), 'sk-secret-9')
      .concat('profiles: { openclaw/main: { tools: { deny: [exec] } } }\n')
    const house = houseWith({ 'work/mortise.yaml': whole, 'work/new.yaml': next })
    expect(house.run('diff', 'new.yaml').stdout).toBe(
      [
        `upstreams.claude.key               ${env('KEY')}  → ***       hot`,
        'profiles.openclaw/main.tools.deny  []      → ["exec"]  hot',
        '',
        'A running gateway takes this over in place.',
        '',
      ].join('\n'),
    )
  })

  test('of nothing, of a wrong one, and of one whose references lead nowhere here', () => {
    const house = houseWith({
      'work/mortise.yaml': whole,
      'work/same.yaml': whole.replace('retries:   2', 'retries: 2 # two'),
      'work/wrong.yaml': whole.replace('   2', ' two'),
      'work/away.yaml': whole.replace('KEY', 'NO'),
    })
    expect(house.run('diff', 'same.yaml')).toEqual({ stdout: 'Nothing changes.\n', stderr: '', exit: 0 })
    expect(house.run('diff', 'wrong.yaml')).toMatchInlineSnapshot(`
      {
        "exit": 2,
        "stderr": "",
        "stdout": "retries  2  → two  hot

      A running gateway refuses this, and keeps the config that it has:
      wrong.yaml:5:10: \`retries\` has to be a number.
      ",
      }
    `)
    expect(house.run('diff', 'away.yaml')).toMatchInlineSnapshot(`
      {
        "exit": 0,
        "stderr": "",
        "stdout": "upstreams.claude.key  \${KEY}  → \${NO}  hot

      A running gateway takes this over in place.
      note: away.yaml:4:68: The environment has no variable \`NO\`.
      ",
      }
    `)
  })
})

test('config schema prints the schema for editors', () => {
  const { stdout, exit } = houseWith({}).run('schema')
  expect([Object.keys((JSON.parse(stdout) as { properties: object }).properties), exit]).toEqual([
    expect.arrayContaining(['listen', 'tools', 'sessions', 'reload']),
    0,
  ])
})
