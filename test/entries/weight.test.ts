import { formats } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { bundle } from './bundle.ts'

describe.each(formats)('@mortise/core/$name', ({ name }) => {
  test('weighs less than what repairs all formats', async () => {
    const whole = await bundle(`export { repair } from '@mortise/core'`)
    const { weight } = await bundle(`export * from '@mortise/core/${name}'`)
    console.log(`${name}: ${weight} bytes, all formats ${whole.weight}`)
    expect(weight).toBeLessThan(0.85 * whole.weight)
  })
})

test('a door weighs 2 % more at most as it is published, in files that doors share', async () => {
  for (const wanted of ['*', '{ scan }']) {
    const program = `export ${wanted} from '@mortise/core/anthropic-messages'`
    const [sources, doors] = await Promise.all([bundle(program), bundle(program, 'doors')])
    expect(doors.weight).toBeLessThanOrEqual(sources.weight * 1.02)
  }
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
