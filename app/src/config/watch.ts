import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readBytes } from './read-text.ts'
import { singleFlight } from './single-flight.ts'
import { watchFolders } from './watch-folders.ts'

/** How a file is watched. */
export interface WatchOptions {
  /** Called when the file holds other bytes than before, or vanished; never twice at once. */
  readonly onChange: () => void | Promise<void>
  /** Told of what `onChange` throws. */
  readonly onFailure?: (error: unknown) => void
  /** Files that are read with it, asked for again after each change. */
  readonly also?: () => readonly string[]
  /** How long a file has to stay the same before it is read, in milliseconds. */
  readonly stable?: number
  /** How long after the last event in its folder, in milliseconds. */
  readonly debounce?: number
  /** How often the file is looked at without any event, in milliseconds; 0 for never. */
  readonly recheck?: number
}

/** A file that is watched. */
export interface ConfigWatch {
  /** Resolves when changes are seen. */
  readonly ready: Promise<void>
  /** Calls `onChange` now, changed or not. */
  now(): Promise<void>
  /** Stops; resolves when `onChange` does not run any more. */
  close(): Promise<void>
}

/**
 * Watches a file through its folder, so that every way of saving is seen.
 *
 * An event is a hint only. The bytes decide: a swap file of an editor, a touch, or a save of the same text calls
 * nothing, and a change with an old time does.
 */
export function watchConfig(path: string, options: WatchOptions): ConfigWatch {
  const { onChange, onFailure = () => undefined, also = () => [] } = options
  const { stable = 200, debounce = 300, recheck = 5000 } = options
  const files = (): readonly string[] => [resolve(path), ...also().map((each) => resolve(each))]
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let content = contentOf(files())
  let sight = sightOf(files())

  const change = singleFlight(async () => {
    if (isClosed) return
    content = contentOf(files())
    try {
      await onChange()
    } catch (error) {
      onFailure(error)
    }
  })
  const checkSoon = singleFlight(async () => {
    for (let before = ''; sight !== before; sight = sightOf(files())) {
      before = sight
      await wait(stable)
    }
    if (isClosed) return
    if (contentOf(files()) !== content) await change.run()
    if (!isClosed) folders.follow(files())
  })
  const hint = (): void => {
    const now = sightOf(files())
    if (isClosed || now === sight) return
    sight = now
    clearTimeout(timer)
    timer = setTimeout(() => void checkSoon.run(), debounce)
  }
  const folders = watchFolders(hint)
  const ready = folders.follow(files())
  const clock = recheck === 0 ? undefined : setInterval(hint, recheck).unref()

  return {
    ready,
    now: () => change.run(),
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(clock)
      await folders.close()
      await Promise.all([checkSoon.idle(), change.idle()])
    },
  }
}

/** A text that differs whenever the bytes of one of the files do. */
function contentOf(files: readonly string[]): string {
  return files.map((file) => read(() => createHash('sha256').update(readBytes(file)).digest('hex'))).join()
}

/** A text that differs whenever a file was written to or replaced, as far as the disk tells. */
function sightOf(files: readonly string[]): string {
  return files
    .map((file) =>
      read(() => {
        const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file)
        return [dev, ino, size, mtimeMs, ctimeMs].join(':')
      }),
    )
    .join()
}

function read(run: () => string): string {
  try {
    return run()
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
  }
}
