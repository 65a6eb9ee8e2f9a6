import type { WriteTask } from '../model/converter.ts'
import type { NeutralMedia, NeutralTool, NeutralTurn, PartOrPiece, Signature } from '../model/neutral.ts'
import type { NeutralUsage } from '../model/neutral-answer.ts'
import type { Place } from '../model/place.ts'

/** Notes a cache mark for a format that has none. */
export function loseMark({ mark, at }: PartOrPiece, task: WriteTask): void {
  if (mark !== undefined) task.lose(at, 'cache mark', 'The target has no cache marks.')
}

/** Notes the name of a document that is written as plain words. */
export function loseTitle({ name, at }: NeutralMedia, task: WriteTask): void {
  if (name !== undefined) task.lose(at, 'name of a file', 'The document is written as plain words.')
}

/** Notes the name of who speaks, for a format that has no names. */
export function loseSpeakerName({ name, at }: NeutralTurn, task: WriteTask): void {
  if (name !== undefined) task.lose(at, 'name of the speaker', 'The target has no names of speakers.')
}

/** The value of a signature for the provider that made it; for any other it is lost. */
export function signatureFor(
  signature: Signature | undefined,
  at: Place | undefined,
  task: WriteTask,
): string | undefined {
  if (signature === undefined || signature.provider === task.provider) return signature?.value
  task.lose(at, 'signature', `A signature of ${signature.provider} means nothing to ${task.provider}.`)
  return undefined
}

/** Notes a signature on a part that has no place for one, whoever made it. */
export function loseSignature(
  { signature, at }: { readonly signature?: Signature; readonly at?: Place },
  task: WriteTask,
): void {
  if (signature !== undefined) task.lose(at, 'signature', 'The target has no place for it.')
}

/** Notes a tool that only another provider runs. */
export function loseTool({ name, at }: NeutralTool, task: WriteTask): void {
  task.lose(at, `hosted tool ${name?.slice(0, 60) ?? ''}`.trim(), 'Its provider alone runs it.')
}

const countNames: Readonly<Record<keyof NeutralUsage, string>> = {
  input: 'input tokens',
  output: 'output tokens',
  cacheRead: 'tokens read from a cache',
  cacheWrite: 'tokens written to a cache',
  reasoning: 'tokens of reasoning',
}

/** Notes the counts that a format does not tell; a count of none says nothing. */
export function loseCounts(
  usage: NeutralUsage | undefined,
  uncounted: readonly (keyof NeutralUsage)[],
  { lose }: Pick<WriteTask, 'lose'>,
): void {
  for (const name of uncounted)
    if ((usage?.[name] ?? 0) > 0)
      lose(undefined, `count of ${countNames[name]}`, 'The target does not tell it.')
}

/** Notes the stop sequence that was met, for a format that does not tell it. */
export function loseStopSequence(
  { stopSequence }: { readonly stopSequence?: string },
  { lose }: Pick<WriteTask, 'lose'>,
): void {
  if (stopSequence !== undefined)
    lose(['stop_sequence'], 'stop sequence that was met', 'The target does not tell it.')
}
