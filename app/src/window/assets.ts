import { extname } from 'node:path'
import { readShipped, shippedIn } from '../shipped/shipped.ts'

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
  return new Map(
    shippedIn('dist/page').flatMap((name) => {
      const type = types[extname(name)]
      if (type === undefined) return []
      const path = name.replaceAll('\\', '/')
      return [[`/${path}`, { type, bytes: readShipped(`dist/page/${path}`) }] as const]
    }),
  )
}
