import { formats, rulebooks } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { bundle } from './bundle.ts'

/** The most that an entry weighs, in KB, with so many APIs. */
interface Limits {
  readonly apis: number
  readonly own: number
  readonly whole: number
  readonly scan: number
}

// Minified and gzipped, with 1 % to spare. An entry is the engine, which all entries share, and its own part.
const most: Readonly<Record<string, Limits>> = {
  'openai-chat': { apis: 18, own: 27.6, whole: 58.0, scan: 39.6 },
  'anthropic-messages': { apis: 3, own: 26.2, whole: 56.8, scan: 38.9 },
  'openai-responses': { apis: 3, own: 15.1, whole: 45.5, scan: 31.4 },
  'gemini-contents': { apis: 2, own: 13.3, whole: 43.7, scan: 29.2 },
  'bedrock-converse': { apis: 2, own: 22.9, whole: 53.2, scan: 35.5 },
  'ai-sdk': { apis: 2, own: 14.7, whole: 45.1, scan: 27.8 },
  neovate: { apis: 2, own: 9.0, whole: 39.4, scan: 25.5 },
}
const kilo = 1024
/** An API that is added may weigh so much, in KB. */
const perApi = 0.5

const engine = `
  export { followOf, openCallsOf, planOf, repairOf, scanOf } from './core/dist/door.js'
  export { apply } from './core/dist/engine/diff/apply.js'
  export { invert } from './core/dist/engine/diff/invert.js'`

describe.each(formats)('@mortise/core/$name', ({ name }) => {
  const limits = most[name] ?? { apis: 0, own: 0.3, whole: 0.7, scan: 1.9 }
  const added = rulebooks.filter(({ format }) => format === name).length - limits.apis
  const bytes = (limit: number): number => (limit + added * perApi) * kilo

  test('brings no more than it may', async () => {
    const whole = await bundle(`export * from '@mortise/core/${name}'`)
    const shared = await bundle(engine)
    console.log(`${name}: ${whole.weight} bytes, the engine of it ${shared.weight}`)
    expect(whole.weight - shared.weight).toBeLessThanOrEqual(bytes(limits.own))
    expect(whole.weight).toBeLessThanOrEqual(bytes(limits.whole))
  })

  test('weighs 2 % more at most as it is published, in files that doors share', async () => {
    for (const wanted of ['*', '{ scan }']) {
      const program = `export ${wanted} from '@mortise/core/${name}'`
      const [sources, doors] = await Promise.all([bundle(program), bundle(program, 'doors')])
      expect(doors.weight).toBeLessThanOrEqual(sources.weight * 1.02)
    }
  })

  test('weighs less where it only looks', async () => {
    const { weight, files } = await bundle(`export { scan } from '@mortise/core/${name}'`)
    expect(weight).toBeLessThanOrEqual(bytes(limits.scan))
    const mending = [
      'plan',
      'arrange/arrange',
      'arrange/decide',
      'draft/enact',
      'diff/diff',
      'diff/apply',
      'diff/invert',
    ]
    expect(files.filter((file) => mending.some((step) => file === `core/dist/engine/${step}.js`))).toEqual([])
  })
})

describe('@mortise/core', () => {
  const filesOf = async (names: string): Promise<readonly string[]> =>
    (await bundle(`export { ${names} } from '@mortise/core'`)).files

  test('repairs without what explains', async () => {
    const files = await filesOf('repair')
    expect(files.filter((file) => file.startsWith('core/dist/explain/'))).toEqual([])
    expect(files).toContain('core/dist/engine/repair.js')
  })

  test('explains without what repairs', async () => {
    const { files, code } = await bundle(`export { explain } from '@mortise/core'`)
    expect(
      files.filter(
        (file) => !/^(?:core\/dist\/(?:explain|model|texts|rules|rulebooks)\/|start\.js$)/.test(file),
      ),
    ).toEqual([])
    // Of the rules come the words alone.
    expect(code).not.toContain('detect')
  })

  test('applies and inverts a plan that came from elsewhere without formats, rules and APIs', async () => {
    const files = await filesOf('apply, invert')
    expect(files.filter((file) => /\/(?:formats|rules|rulebooks|texts)\//.test(file))).toEqual([])
  })
})
