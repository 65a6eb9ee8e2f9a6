import { formats } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { bundle } from './bundle.ts'

// In KB, minified and gzipped, with 1 % to spare. An entry is the engine, which all entries share, and its own part.
const most: Readonly<
  Record<string, { readonly own: number; readonly whole: number; readonly scan: number }>
> = {
  'openai-chat': { own: 26.4, whole: 51.8, scan: 37.6 },
  'anthropic-messages': { own: 27.4, whole: 53.2, scan: 38.1 },
  'openai-responses': { own: 17.0, whole: 42.4, scan: 28.8 },
  'gemini-contents': { own: 17.2, whole: 42.6, scan: 28.6 },
  'bedrock-converse': { own: 21.9, whole: 47.6, scan: 32.0 },
  'ai-sdk': { own: 14.6, whole: 39.9, scan: 26.5 },
  neovate: { own: 9.0, whole: 34.7, scan: 21.2 },
}
const kilo = 1024

const engine = `
  export { followOf, openCallsOf, planOf, repairOf, scanOf } from './core/dist/door.js'
  export { apply } from './core/dist/engine/apply.js'
  export { invert } from './core/dist/engine/invert.js'`

describe.each(formats)('@mortise/core/$name', ({ name }) => {
  const limits = most[name] ?? { own: 0, whole: 0, scan: 0 }

  test('brings no more than it may', async () => {
    const whole = await bundle(`export * from '@mortise/core/${name}'`)
    const shared = await bundle(engine)
    console.log(`${name}: ${whole.weight} bytes, the engine of it ${shared.weight}`)
    expect(whole.weight - shared.weight).toBeLessThanOrEqual(limits.own * kilo)
    expect(whole.weight).toBeLessThanOrEqual(limits.whole * kilo)
  })

  test('weighs less where it only looks', async () => {
    const { weight, files } = await bundle(`export { scan } from '@mortise/core/${name}'`)
    expect(weight).toBeLessThanOrEqual(limits.scan * kilo)
    const mending = ['plan', 'arrange', 'decide', 'enact', 'diff', 'apply', 'invert']
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
    const files = await filesOf('explain')
    expect(
      files.filter((file) => !/^(?:core\/dist\/(?:explain|model|texts)\/|start\.js$)/.test(file)),
    ).toEqual([])
  })

  test('applies and inverts a plan that came from elsewhere without formats, rules and APIs', async () => {
    const files = await filesOf('apply, invert')
    expect(files.filter((file) => /\/(?:formats|rules|rulebooks|texts)\//.test(file))).toEqual([])
  })
})
