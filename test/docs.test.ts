import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formats, rulebooks, ruleNames } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { commands } from '../app/src/cli/program/commands.ts'
import { storeRules } from '../app/src/stores/check/rules.ts'
import * as fixed from '../core/src/texts/fixed.ts'
import { folderWith, mortise } from './screens/run.ts'
import { broken, makeHome } from './sessions/home.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...inDocs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
]

test('README of the core names every format', () => {
  const words = read('core/README.md')
  for (const { title } of formats) expect(words).toContain(title)
})

test('the list of writers names every command that changes a session', () => {
  const [, list = ''] = /## Written\n([\s\S]*?)\n## /.exec(read('SECURITY.md')) ?? []
  const readers = ['check']
  const writers = commands.filter(({ name, purpose, flags }) => {
    const isWriter = purpose === 'mend' || purpose === 'undo' || flags.includes('in-place')
    return isWriter && !readers.includes(name) && name !== 'log'
  })
  for (const { name } of writers) expect(list).toContain(`\`${name}\``)
})

describe('README', () => {
  const readme = read('README.md')
  const example = 'docs/examples/broken.json'

  test('is at most 150 lines long', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  test.each(['npm ci && npm start', 'npm ci && npm test'])('holds `%s`', (line) => {
    expect(readme).toContain(line)
  })

  test('shows what `check` prints', () => {
    const { stdout, exit } = mortise(['check', example, '--api', 'anthropic'], { folder: root })
    expect(readme).toContain(stdout)
    expect(exit).toBe(1)
  })

  const folder = folderWith({})
  const output = join(folder, 'fixed.json')
  const mended = mortise(['repair', example, '--api', 'anthropic', '-o', output], { folder: root })

  test('shows what `repair` tells, and that its document is accepted', () => {
    expect(readme).toContain(`${mended.stderr}${mended.stdout}`.replaceAll(output, 'fixed.json'))
    expect(readme).toContain(mortise(['check', 'fixed.json', '--api', 'anthropic'], { folder }).stdout)
  })

  test('shows what the undo prints', () => {
    const { stdout } = spawnSync(process.execPath, [join(root, 'docs/examples/undo.js')])
    expect(stdout.toString()).toContain('restored: true')
    expect(readme).toContain(stdout.toString())
  })
})

describe('docs/troubleshooting.md', () => {
  const page = read('docs/troubleshooting.md')
  const id = '7f3a9d10-1111-4222-8333-444455556666'
  const home = makeHome()
  home.write(`-w-app/${id}.jsonl`, broken)
  const before = home.all()
  const at = { environment: { HOME: home.folder } }

  test('the steps lead from the fault to a session that is sound, as the page shows', () => {
    expect(mortise(['doctor'], at).stdout).toContain('fix: npx mortise repair 7f3a\n')
    expect(mortise(['repair', '7f3a', '--dry-run'], at).exit).toBe(0)
    expect(home.all()).toEqual(before)
    const { stdout, exit } = mortise(['repair', '7f3a', '--yes'], at)
    const [, operation = ''] = /operation (\w+)/.exec(stdout) ?? []
    const story = stdout.slice(stdout.indexOf(`✔ ${id}`)).replaceAll(operation, 'fed4e25d')
    expect(page.replace(/^ {3}/gm, '')).toContain(story)
    expect(exit).toBe(0)
    expect(mortise(['doctor'], at).exit).toBe(0)
  })

  test('and back', () => {
    expect(mortise(['undo'], at).exit).toBe(0)
    expect(home.all()).toEqual(before)
  })

  test('every command on it is one', () => {
    const commands = [...page.matchAll(/npx mortise (\w+)[^`\n]*/g)].map(([line]) => line)
    const known = mortise(['--help']).stdout
    expect(commands.length).toBeGreaterThan(8)
    for (const line of commands) expect(known).toMatch(new RegExp(`^ +${line.split(' ')[2]}\\b`, 'm'))
    const flags = [...page.matchAll(/--[a-z-]+/g)].map(([flag]) => flag)
    const helps = ['doctor', 'repair', 'log'].map((name) => mortise([name, '--help']).stdout).join('')
    expect(flags.filter((flag) => !helps.includes(flag) && flag !== '--resume')).toEqual([])
  })
})

// Pages that are written from comments in the code, or for those who judge the tests.
const ownWords = pages.filter((page) => !/^docs\/(api|mutation)\.md$|^docs\/[a-z]+\//.test(page))

describe.each(ownWords)('%s', (page) => {
  const prose = read(page)
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/(?<!\n)\n(?![\n|#]|\s*[-\d])/g, ' ')

  test('begins every sentence with a thing, not with a clause', () => {
    const starts = /(?:[.!?:] |^[-*#|\d.\s]*)(?:What|Who|Whose|Whoever|Where|Nothing|Nobody)\b.{0,40}/gm
    expect(prose.match(starts) ?? []).toEqual([])
  })
})

describe.each(pages)('%s', (page) => {
  // A regular expression in backticks is no link.
  const text = read(page).replace(/`[^`\n]*`/g, '``')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] as string)

  test('links only to what is there', () => {
    const own = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(own.filter((link) => !resolves(page, link))).toEqual([])
  })
})

describe('docs/contract.md', () => {
  const labels = [fixed.mediaLabel, fixed.resultLabel, fixed.callLabel].map((label) => label('ID', 'NAME'))
  const texts = Object.values(fixed).filter((text) => typeof text === 'string')

  test.each([...texts, ...labels])('tells that a repair may write `%s`', (text) => {
    expect(read('docs/contract.md')).toContain(`\`${text}\``)
  })

  test('lists every rule and no other', () => {
    expect(namesUnder('Rules')).toEqual([...ruleNames, ...storeRules.map(({ name }) => name)])
  })

  test('lists every API and no other', () => {
    expect(namesUnder('APIs')).toEqual([...new Set(rulebooks.map(({ name }) => name))])
  })
})

function resolves(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || headingsOf(target).includes(anchor)
}

function headingsOf(page: string): readonly string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] as string)
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

/** The names in the first column of the table under a heading of the contract. */
function namesUnder(heading: string): readonly string[] {
  const [, after = ''] = read('docs/contract.md').split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] as string)
}
