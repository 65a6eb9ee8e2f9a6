import { isSilent, type Part, speakerOf, type Turn } from '../../model/transcript.ts'

/**
 * Whether a turn ends the model's: somebody says something to it.
 *
 * Results alone are part of what the model is doing. Nothing but white space is no saying either.
 */
export function closesLoop(turn: Turn): boolean {
  return speakerOf(turn) !== 'model' && turn.parts.some((part) => part.kind !== 'result' && !isBlank(part))
}

/** The tool loop that is still open at the end; empty where something was said after it. */
export function openLoop(turns: readonly Turn[]): readonly Turn[] {
  const start = turns.findLastIndex(closesLoop) + 1
  return turns.slice(start)
}

/** Where a loop with calls starts with something else than reasoning, and has none in that turn. */
export function bareHead(
  loop: readonly Turn[],
  isGone: (part: Part) => boolean = () => false,
): { readonly turn: Turn; readonly part: Part } | undefined {
  const model = loop.filter((turn) => speakerOf(turn) === 'model')
  if (!model.some((turn) => turn.parts.some((part) => part.kind === 'call'))) return undefined
  for (const turn of model) {
    const said = turn.parts.filter((part) => part.kind !== 'result' && !isBlank(part) && !isGone(part))
    const part = said[0]
    if (part !== undefined)
      return turn.hasReasoning || said.some(({ kind }) => kind === 'reasoning') ? undefined : { turn, part }
  }
  return undefined
}

function isBlank(part: Part): boolean {
  return isSilent(part) || (part.kind === 'text' && part.text.trim() === '')
}
