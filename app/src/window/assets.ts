import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the page. */
export interface Asset {
  readonly type: string
  readonly bytes: Buffer
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The files of the page by their paths, as the build wrote them; nothing else is ever read for a request. */
export function readAssets(): ReadonlyMap<string, Asset> {
  const folder = assetFolder()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name) => {
      const type = types[extname(name)]
      if (type === undefined) return []
      return [[`/${name.replaceAll('\\', '/')}`, { type, bytes: readFileSync(join(folder, name)) }] as const]
    }),
  )
}

/** Beside the compiled files, or two folders further where these are bundled. */
function assetFolder(): string {
  // Sources, their compiled form and the bundle are each two folders below the package.
  return fileURLToPath(new URL('../../dist/page', import.meta.url))
}
