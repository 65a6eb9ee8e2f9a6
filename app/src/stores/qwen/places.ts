import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Qwen Code keeps its sessions: a folder for each project. */
export function places({ folder, environment }: Home): readonly Place[] {
  const base = environment.QWEN_RUNTIME_DIR || environment.QWEN_HOME || join(folder, '.qwen')
  return [
    {
      folder: join(base, 'projects'),
      isSession: (path) => session.test(path),
      isArchive: (path) => archive.test(path) || copy.test(path),
    },
  ]
}

const session = /^[^/]+\/chats\/[0-9a-fA-F-]{32,36}\.jsonl$/
const archive = /^[^/]+\/chats\/archive\/[^/]+\.jsonl$/
const copy = /\.jsonl[.~-](?:bak|backup|old|orig)[^/]*$/
