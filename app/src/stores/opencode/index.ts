import { basename, dirname } from 'node:path'
import { quote } from '../../text/shell-words.ts'
import type { Store } from '../contract/store.ts'
import { placesIn } from '../opencode-family/places.ts'
import { storeOf } from '../opencode-family/store.ts'
import { tablesOf } from '../opencode-family/tables.ts'

// Channels of releases have databases of their own: `opencode-dev.db`. Kilo Code has some of that name in its folder.
const tables = tablesOf(
  (path) => /^opencode(?:-[\w.-]+)?\.db$/.test(basename(path)) && basename(dirname(path)) !== 'kilo',
)

const inDatabase = storeOf({
  name: 'opencode',
  title: 'opencode',
  programs: ['opencode'],
  tables,
  places: (home) => placesIn(home, 'opencode', 'OPENCODE_DB'),
  resume: (id) => `opencode -s ${quote(id)}`,
})

const { tables: _, ...asFile } = inDatabase

/** opencode: versions 1 and 2 keep their sessions in one database, each in tables of its own. */
export const opencode: Store = { ...asFile, inDatabase }
