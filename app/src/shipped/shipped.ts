import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const single = singleFile()

/** Reads a file that is shipped with the program, by its path in the package: from there, or out of the single file that the program is. */
export function readShipped(path: string): Buffer {
  return single === undefined ? readFileSync(inPackage(path)) : Buffer.from(single.getRawAsset(path))
}

/** The paths, in a shipped folder, of all files in it. */
export function shippedIn(folder: string): readonly string[] {
  if (single === undefined) return readdirSync(inPackage(folder), { recursive: true, encoding: 'utf8' })
  const all: readonly string[] = JSON.parse(single.getAsset(listOfAssets, 'utf8'))
  return all.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
}

/** Starts a shipped thread: bundled where there is a bundle, else as it was compiled; undefined where neither was built. */
export function startShipped(name: keyof typeof threads, options?: WorkerOptions): Worker | undefined {
  if (single !== undefined)
    return new Worker(single.getAsset(`${name}.cjs`, 'utf8'), { ...options, eval: true })
  const file = [`dist/bundle/${name}.cjs`, threads[name]].map(inPackage).find((path) => existsSync(path))
  return file === undefined ? undefined : new Worker(file, options)
}

/** The threads by the names of their bundles, each with its compiled file. */
const threads = { worker: 'dist/transition/worker.js', aside: 'dist/gateway/aside/worker.js' } as const

/** An asset of the single file: the names of all others, which Node itself lists from 24.8 on. */
const listOfAssets = 'assets.json'

interface SingleFile {
  isSea(): boolean
  getAsset(name: string, encoding: 'utf8'): string
  getRawAsset(name: string): ArrayBuffer
}

/** Whether the program is one executable file, with Node and all that it needs in it. */
export const isSingle: boolean = single !== undefined

function singleFile(): SingleFile | undefined {
  const found = process.getBuiltinModule?.('node:sea') as SingleFile | undefined
  return found?.isSea() ? found : undefined
}

/** A file of the package: sources, their compiled form and the bundle are each two folders below it. */
function inPackage(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}
