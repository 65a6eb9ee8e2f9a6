import { formats } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { bundle } from './bundle.ts'

// In KB, minified and gzipped. An entry is the engine, which all entries share, and what it brings itself.
const most: Readonly<
  Record<string, { readonly own: number; readonly whole: number; readonly scan: number }>
> = {
  'openai-chat': { own: 24.6, whole: 49.8, scan: 35.6 },
  'anthropic-messages': { own: 24.4, whole: 49.6, scan: 36.0 },
  'openai-responses': { own: 16.2, whole: 41.4, scan: 27.8 },
  'gemini-contents': { own: 15.2, whole: 40.4, scan: 26.5 },
  'bedrock-converse': { own: 18.6, whole: 43.9, scan: 29.9 },
  'ai-sdk': { own: 13.0, whole: 38.2, scan: 24.6 },
}
const kilo = 1024

const engine = `
  export { followOf, openCallsOf, planOf, repairOf, scanOf } from './core/dist/door.js'
  export { apply } from './core/dist/engine/apply.js'
  export { invert } from './core/dist/engine/invert.js'`

describe.each(formats)('@mortise/core/$name', ({ name }) => {
  const limits = most[name] ?? { own: 0.1, whole: 0.1, scan: 0.1 }

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
