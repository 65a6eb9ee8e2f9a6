import type { Call, Result } from '../model/transcript.ts'
import { unsignedId } from '../model/unsigned-id.ts'

/**
 * The few sentences that a repair writes into a conversation.
 *
 * They never change: the same damage must mend to the same bytes, or prompt caches miss.
 */

/** Stands in for a result that was never recorded. Says no more than is known. */
export const noResult = '[no result was recorded; the tool may or may not have run: check before repeating]'

/** The same for a call that waited for an approval, and was passed over. */
export const notApproved =
  '[no result was recorded; the call still waited for an approval when the conversation went on]'

const partlyDone = 'the tool may have done part of its work: check before repeating'

/** The ledger's texts for a call that ended without a result: the tool may have run, or has not. */
export const unfinished: Readonly<
  Record<'cancelled' | 'timed-out' | 'interrupted', readonly [string, string]>
> = {
  cancelled: [`[cancelled; ${partlyDone}]`, '[cancelled before the tool ran]'],
  'timed-out': [`[timed out; ${partlyDone}]`, '[timed out before the tool ran]'],
  interrupted: [`[interrupted; ${partlyDone}]`, '[interrupted before the tool ran]'],
}

/** The ledger's texts for a tool that threw, a call that was not allowed, and a call that could not be noted first. */
export const failedText = (why: string): string => (why === '' ? '[failed]' : `[failed: ${why}]`)
export const deniedText = (why: string): string =>
  why === '' ? '[denied; the tool did not run]' : `[denied; the tool did not run: ${why}]`
export const notRunText = (why: string): string =>
  `[not run: the call could not be written down first: ${why}]`

/** Fills a turn that has nothing left to say where the request cannot do without it. */
export const nothingSaid = '(no message)'

/** Stands between results and the next user turn where an API wants the model to speak first. */
export const resultsReceived = '(results received)'

/** The first line of a result that failed, where a format has no flag for it. */
export const toolError = '[tool error]'

/** The text of an error result whose tool said nothing. */
export const emptyError = '(the tool reported an error without a message)'

/** Ends a request that must not end on the model, where a policy asks for it. */
export const goOn = '(go on)'

/** The text of a result whose tool said nothing, for an API that wants words. */
export const emptyResult = '(the tool returned nothing)'

/** Stands beside a document where nothing else is said. */
export const documentOnly = '(see the document)'

/** Opens a request that must start with the user and does not. */
export const earlierTurns = '(earlier turns are not part of this request)'

/** The name of a tool that nothing names. */
export const unnamedTool = 'unnamed_tool'

/** Stands in for an image that an API does not take. */
export function imageGone(width: number, height: number): string {
  if (width === 0) return '[an image stood here; this API takes none that large]'
  return `[an image of ${width} x ${height} pixels stood here; this API takes none that large]`
}

/** The text of a result whose images were moved out of it. */
export const mediaMoved = '(see what follows the tool results)'

/** The label over images that a result held. */
export function mediaLabel(id: string | undefined, name: string | undefined): string {
  return `[from the tool result: ${labelled(id, name)}]`
}

/** A name and an id, without the signature that a gateway put into the id: it says nothing to a reader. */
function labelled(id: string | undefined, name: string | undefined): string {
  const plain = typeof id === 'string' ? unsignedId(id) : undefined
  return [name, plain].filter((word) => typeof word === 'string' && word !== '').join(' ') || 'no id'
}

/** The label over a result that is kept as text. */
export function resultLabel(id: string | undefined, name: string | undefined): string {
  return `[tool result kept as text: ${labelled(id, name)}]`
}

/** The label over a call or a result that is kept as text; its tool is named with its group. */
export function partLabel({ kind, id, name, group }: Call | Result): string {
  const tool = name === undefined || group === undefined ? name : `${group}/${name}`
  return kind === 'call' ? callLabel(id, tool) : resultLabel(id, tool)
}

/** The label over a call that is kept as text. */
export function callLabel(id: string | undefined, name: string | undefined): string {
  return `[tool call kept as text: ${labelled(id, name)}]`
}

// Texts that other programs write in place of a missing result. A real result wins over each of them.
const standIns: ReadonlySet<string> = new Set([
  noResult,
  notApproved,
  ...Object.values(unfinished).flat(),
  '[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.',
  '[openclaw] missing tool result in session history; inserted synthetic error result',
  'Tool execution was interrupted before completion.',
  'Task was interrupted before this tool call could be completed.',
  'Context condensation triggered. Tool execution deferred.',
  'No result provided',
  '[Request interrupted by user]',
  'result missing',
])

/** Whether a result's whole text is one that repairers write, ours or another's. */
export function isStandIn(text: string): boolean {
  // To look a long text up costs a walk over all of it.
  return text.length <= longestStandIn && standIns.has(text)
}

const longestStandIn = Math.max(...[...standIns].map(({ length }) => length))
