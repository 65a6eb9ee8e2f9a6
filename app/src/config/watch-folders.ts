import { lstatSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'

/** The folders of some files, watched. */
export interface FolderWatch {
  /** Watches the folders of these files, and of every link on the way to them; resolves when all are watched. */
  follow(files: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Watches folders; `hint` is called after every event in them, and once when a folder begins to be watched. */
export function watchFolders(hint: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let entries: ReadonlySet<string> = new Set()
  const open = (folder: string): Promise<void> => {
    const watcher = watch(folder, {
      depth: 0,
      ignoreInitial: true,
      followSymlinks: false,
      ignored: (each) => each !== folder && !entries.has(each),
    })
    watchers.set(folder, watcher)
    // A link that is swapped, as in a volume of Kubernetes, is seen by the raw event alone.
    watcher.on('all', hint).on('raw', hint).on('error', hint)
    return new Promise((tell) => {
      watcher.once('ready', () => {
        hint()
        tell()
      })
    })
  }
  return {
    async follow(files) {
      entries = new Set(files.flatMap((file) => namesTo(file)))
      const folders = new Set([...entries].map((entry) => dirname(entry)))
      const left = [...watchers].filter(([folder]) => !folders.has(folder))
      for (const [folder] of left) watchers.delete(folder)
      const fresh = [...folders].filter((folder) => !watchers.has(folder))
      await Promise.all([...fresh.map(open), ...left.map(([, watcher]) => watcher.close())])
    },
    async close() {
      await Promise.all([...watchers.values()].map((watcher) => watcher.close()))
    },
  }
}

const mostLinks = 40

/** The names that lead to a file: its own, and each link on the way. */
function namesTo(path: string, links = 0): readonly string[] {
  const parts = path.split(sep)
  for (let length = 2; length <= parts.length && links < mostLinks; length++) {
    const part = parts.slice(0, length).join(sep)
    const target = linkAt(part)
    if (target === undefined) continue
    const rest = join(resolve(dirname(part), target), ...parts.slice(length))
    return [path, part, ...namesTo(rest, links + 1)]
  }
  return [path]
}

function linkAt(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}
