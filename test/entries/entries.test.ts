import * as everything from '@mortise/core'
import { formats, type Row, type Rulebook, repair, rulebooks, ruleNames } from '@mortise/core'
import * as chat from '@mortise/core/openai-chat'
import { describe, expect, test } from 'vitest'
import { brokenOf } from '../conformance/fixtures.ts'
import { bundle } from './bundle.ts'

type Entry = Pick<typeof everything, 'apply' | 'invert' | 'repair' | 'rulebooks' | 'scan'> & {
  readonly format: (typeof formats)[number]
}

// The functions of `@mortise/core` that every entry has too.
const functions = ['apply', 'follow', 'invert', 'openCalls', 'plan', 'repair', 'scan']

const entryOf = async (name: string): Promise<Entry> => import(`../../core/src/entries/${name}.ts`)

describe.each(formats)('@mortise/core/$name', async ({ name }) => {
  const entry = await entryOf(name)
  const own = rulebooks.filter(({ format }) => format === name)
  const others = formats.filter((format) => format.name !== name)

  test('has the functions of the whole, its format and its APIs', () => {
    expect(Object.keys(entry).sort()).toEqual([...functions, 'format', 'rulebooks'].sort())
    expect(functions.filter((one) => !(one in everything))).toEqual([])
    // The whole adds to a format what single tools are asked about.
    expect(formats.find((format) => format.name === name)).toMatchObject(entry.format)
    expect(entry.rulebooks.map((rulebook) => rulebook.name)).toEqual(own.map((rulebook) => rulebook.name))
  })

  test.each(brokenOf(name))('repairs like the whole: $file', ({ broken, api, policy, tail }) => {
    const options = { api, policy, tail }
    expect(entry.repair(broken, options)).toEqual(repair(broken, options))
  })

  test('knows every rule', () => {
    const [rulebook] = own as [Rulebook]
    const row = { severity: 'refused', evidence: 'docs' } as const
    const rows: Readonly<Record<string, Row>> = rulebook.rows
    for (const rule of ruleNames.filter((one) => one !== 'unreadable')) {
      const api = { ...rulebook, rows: { ...rows, [rule]: rows[rule] ?? row } }
      expect(() => entry.scan([], api)).not.toThrow()
    }
  })

  test('chooses among its own APIs', () => {
    const { broken } = brokenOf(name)[0] as { readonly broken: unknown }
    expect(own.map((rulebook) => rulebook.name)).toContain(entry.repair(broken).api)
  })

  test.each(others)('does not know the APIs of $name', ({ firstParty }) => {
    expect(() => entry.scan([], firstParty)).toThrow(`There is no API \`${firstParty}\` here.`)
  })

  test('brings nothing of another format or of explain', async () => {
    const { files } = await bundle(`export * from '@mortise/core/${name}'`)
    const strange = others.map((format) => `core/dist/formats/${format.name}/`)
    const unwanted = [...strange, 'core/dist/explain/', 'core/dist/index.js']
    expect(files.filter((file) => unwanted.some((start) => file.startsWith(start)))).toEqual([])
    expect(files).toContain(`core/dist/formats/${name}/index.js`)
  })
})

test('an entry is imported by its name, with its types', () => {
  const { document, api }: chat.Repaired<readonly string[]> = chat.repair([], { api: 'mistral' })
  expect({ document, api }).toEqual({ document: [], api: 'mistral' })
})
