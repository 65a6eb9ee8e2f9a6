import { type Break, type Change, change } from './change.ts'

const stores = 'test/stores/qwen.test.ts'
const mend = 'app/src/stores/mend/mend.ts'
const compact = 'app/src/stores/mend/compact.ts'
const bytesOfChange = 'app/src/stores/changes/bytes-of-change.ts'
const records = 'app/src/stores/records/entries.ts'
const linesMade = 'return change.placed.length + change.removed.size > 0 ? renumbered(made, store) : made'

function remade(act: string): Change {
  return change(bytesOfChange, linesMade, `return Buffer.from(Buffer.from(made).toString()${act})`)
}

function onStores(law: string, ...changes: readonly Change[]): Break {
  return { law, changes, tests: stores, named: law }
}

/** The laws of `test/stores/conforms.ts` and `compacts.ts`. */
export const ofStores: readonly Break[] = [
  onStores(
    'it is recognised',
    change('app/src/stores/qwen/index.ts', '  recognises,\n', '  recognises: () => recognises([]),\n'),
  ),
  onStores(
    'what is found is what is there',
    change('app/src/stores/check/check.ts', 'found: sorted([...lost, ...faults])', 'found: sorted(lost)'),
  ),
  onStores(
    'a look sees what reading sees',
    change(
      'app/src/stores/check/check.ts',
      'found: faultsOf(store, session, entries, options, load)',
      'found: faultsOf(store, session, entries, options, load).slice(1)',
    ),
  ),
  onStores(
    'lines that end in CRLF keep doing so',
    change(bytesOfChange, 'const carriageReturn = 13', 'const carriageReturn = 12'),
  ),
  onStores(
    'nothing to do leaves the same buffer',
    change(
      mend,
      'bytes: after.bytes, changes, left, isSound }',
      'bytes: after.bytes.slice(), changes, left, isSound }',
    ),
  ),
  onStores(
    'once mended it is sound, each time in the same way',
    change(
      mend,
      'const isSound = isWhole && isAccepted(before, checked)',
      'const isSound = isWhole && isAccepted(before, before)',
    ),
  ),
  onStores(
    'lines that nothing happens to keep their bytes and their order',
    remade(".replaceAll(' : ', ':')"),
  ),
  onStores(
    'members that nobody knows are kept in records that change',
    remade(`.replaceAll(',"later":{"x":1}', '')`),
  ),
  onStores('all that was said is still there', remade(".replaceAll(' ', '  ')")),
  onStores(
    'made smaller it is sound, and as small as is told',
    change(
      compact,
      'const isSound = isKept(store, talk, change, now) &&',
      'const isSound = !isKept(store, talk, change, now) &&',
    ),
  ),
  onStores(
    'what is not sent any more is still in the file',
    change(compact, 'report.plan, { isHiding: true })', 'report.plan)'),
  ),
  onStores(
    'made smaller again by the same wish in tokens, nothing changes',
    change(
      compact,
      'return { ...mended, report, isFitting }',
      'return { ...mended, bytes: mended.bytes.slice(), report, isFitting }',
    ),
  ),
  onStores(
    'cleaned of every tool',
    change(
      'app/src/stores/clean/clean.ts',
      'if (census.calls + census.results === 0 && !isToBeUnwritten) return left(true)',
      'if (!isToBeUnwritten) return left(true)',
    ),
  ),
  onStores(
    'cut anywhere, each whole record is read',
    change(
      records,
      'if (value !== undefined) notes.record(',
      'if (value !== undefined && found >= 0) notes.record(',
    ),
  ),
  onStores(
    'cut anywhere, and gone on with, it can be mended',
    change(
      'app/src/stores/mend/mend-torn.ts',
      "records.torn.some(({ kind }) => kind !== 'headless')",
      "records.torn.some(({ kind }) => kind === 'headless')",
    ),
  ),
]
