import { basename, dirname, join } from 'node:path'
import type { RuleName } from '@mortise/core'
import { lockFile, type ProcessDetails, rowPathIn } from '../../disk/index.ts'
import { isArgument, option } from '../../text/shell-words.ts'
import { isTold, runs } from '../contract/at-work.ts'
import type { DatabaseStore, Entry, Store } from '../contract/store.ts'
import type { Tree } from '../links/links.ts'
import { links } from '../pi-family/links.ts'
import { familiarity } from '../pi-family/recognise.ts'
import { type Member, storeOf } from '../pi-family/store.ts'
import { lateReasoning } from './late-reasoning.ts'
import { liesLike, places, profileIn } from './places.ts'
import { tables } from './tables.ts'
import { parentsIn } from './transcript-tree.ts'
import { versions } from './versions.ts'

// Versions up to 2026.2 pair for Anthropic and Google alone; later ones for Bedrock and the Responses API too. No version
// that wrote files is known to pair for every chat API; those that write databases do.
const pairing: readonly RuleName[] = [
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
]

const member: Member = {
  name: 'openclaw',
  title: 'OpenClaw',
  version: versions.header,
  copes: [
    { does: 'heals', rules: pairing, apis: ['anthropic', 'gemini'] },
    { does: 'heals', rules: pairing, apis: ['bedrock', 'openai-responses'], since: '2026.2' },
  ],
  places,
  liesLike,
  recognises(values) {
    const { sure, isOfOpenClaw } = familiarity(values)
    return isOfOpenClaw && sure > 0.3 ? 1 : sure * 0.9
  },
  lateReasoning,
  isProgram,
  // Its gateway runs all day and locks what it works on: only who was told of this very session counts beside that.
  isAgent: (process, session) => isProgram(process) && isTold(process, session),
  // A session from one topic of a chat has the topic behind its id.
  fileOf: (path, id) => {
    const topic = /-topic-[^.]+(?=\.jsonl)/.exec(basename(path))?.[0] ?? ''
    return join(dirname(path), `${id}${topic}.jsonl`)
  },
  resume: (id, path) => `openclaw agent${agentIn(path)} ${option('--session-id', id)} --message 'go on'`,
}

/** OpenClaw since 2026.8: the same records, as rows of a database. */
const inDatabase: DatabaseStore = databaseStore()

/** OpenClaw: it pairs calls and results for some APIs as it sends. */
export const openclaw: Store = {
  ...storeOf({ ...member, lock: lockFile({ staleAfterMs: 30 * 60_000 }) }),
  inDatabase,
}

/** A session in a database is named by its rows, and cannot be copied by hand; who works on it the rows tell too. */
function databaseStore(): DatabaseStore {
  const {
    naming: _,
    isAgent: __,
    ...store
  } = storeOf({
    ...member,
    links: { ...links, relinked },
    copes: [{ does: 'heals', rules: pairing, since: '2026.9' }],
  })
  return {
    ...store,
    open: (entries, path) => {
      const session = store.open(entries, path)
      const id = rowPathIn(path)?.id ?? session.id
      return { ...session, id, resume: isArgument(id) ? member.resume(id, path) : undefined }
    },
    tables,
  }
}

/** As it reads rows, OpenClaw ties a record without its parent to the leaf that it then had: no history is lost. */
function relinked(entries: readonly Entry[], tree: Tree): ReadonlyMap<number, number> {
  const strays = tree.strays()
  if (strays.length === 0) return new Map()
  const parents = parentsIn(entries.map(({ value }) => value))
  return new Map(
    strays.flatMap((index) => {
      const parent = parents.get(index)
      return parent === undefined ? [] : [[index, parent] as const]
    }),
  )
}

/** The flag that names the agent inside it, unless it is the one that is asked anyway. */
function agentIn(path: string): string {
  const profile = profileIn(path)
  return profile === undefined || profile === 'main' ? '' : ` ${option('--agent', profile)}`
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'openclaw', 'openclaw-gateway')
}
