import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))
const start = `${root}start.js`

/** What a browser would be sent. */
export interface Bundle {
  readonly code: string
  /** The files that something was taken from, from the root of the workspace. */
  readonly files: readonly string[]
  /** How many bytes it has, minified and gzipped. */
  readonly weight: number
}

/**
 * Bundles and minifies a program as those who use the package do; what is not needed is left out.
 *
 * Of the package it takes the published doors, or the compiled sources that these are made of.
 */
export async function bundle(program: string, of: 'doors' | 'sources' = 'sources'): Promise<Bundle> {
  const resolveId = (id: string): string | null => {
    if (id === start) return id
    const door = of === 'sources' ? /^@mortise\/core(?:\/(?:(guard.*)|(.*)))?$/.exec(id) : null
    if (door === null) return null
    const [, guard, format] = door
    if (guard !== undefined) return `${root}core/dist/${guard === 'guard' ? 'guard/index' : guard}.js`
    return `${root}core/dist/${format === undefined ? 'index' : `entries/${format}`}.js`
  }
  const build = await rolldown({
    input: start,
    cwd: root,
    plugins: [{ name: 'start', resolveId, load: (id) => (id === start ? program : null) }],
  })
  // What tells a bundler that a call is pure is of no use to a browser; other bundlers leave it out by themselves.
  const { output } = await build.generate({ minify: true, comments: false })
  await build.close()
  const [{ code, modules }] = output
  const used = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0)
  const files = used.map(([id]) => id.replaceAll('\\', '/').replace(root, '')).sort()
  return { code, files, weight: gzipSync(code, { level: 9 }).length }
}
