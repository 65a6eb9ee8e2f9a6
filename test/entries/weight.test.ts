import { formats } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { bundle } from './bundle.ts'

// What an entry may weigh, minified and gzipped. Wanted are 15 KB; the engine alone, without a format or a rule,
// is 14 KB. Until it is lighter, these numbers see to it that nothing else grows unseen.
const most = { everything: 30 * 1024, scan: 19 * 1024 }

describe.each(formats)('@mortise/core/$name', ({ name }) => {
  test('weighs no more than it may', async () => {
    const { weight } = await bundle(`export * from '@mortise/core/${name}'`)
    expect(weight).toBeLessThanOrEqual(most.everything)
  })

  test('weighs less where it only looks', async () => {
    const { weight, files } = await bundle(`export { scan } from '@mortise/core/${name}'`)
    expect(weight).toBeLessThanOrEqual(most.scan)
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
