import type { OperationLog } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { Invocation } from '../program/command.ts'

const shown = 5

/** Tells of a journal that came with another home: somebody may look for its operations. */
export function tellForeignJournal({ story }: Invocation, { foreignJournal }: SessionContext): void {
  if (foreignJournal === undefined) return
  const what = `\`${foreignJournal}\` came with that home and is not used`
  story.tell(`note: ${what}; Mortise keeps its own in your state folder.`)
}

/** Tells of the lines of the journal that have no say. */
export function tellUnused({ story }: Invocation, { disk }: SessionContext, { unused }: OperationLog): void {
  const path = `${disk.folder}/journal.jsonl`
  for (const { line, why } of unused.slice(0, shown)) {
    story.tell(`note: line ${line} of \`${path}\` is not used: ${why}`)
  }
  if (unused.length > shown) story.tell(`note: and ${unused.length - shown} more lines`)
}
