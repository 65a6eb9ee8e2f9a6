import type { Converter, Lose, Loss } from '../model/converter.ts'
import type { NeutralRequest, NeutralTool, OwnMembers, PartOrPiece } from '../model/neutral.ts'
import type { Neutral } from '../model/neutral-answer.ts'
import { type Place, placeIn } from '../model/place.ts'

/** Collects what the target cannot carry. */
export class Losses {
  readonly list: Loss[] = []
  readonly lose: Lose = (at = [], what, why) => {
    this.list.push({ at, what, why })
  }
}

/**
 * Notes every part and member that the source's format alone knows.
 *
 * No reader drops anything and no writer writes what is another's, so that nothing can go silently.
 */
export function loseForeign(neutral: Neutral, to: Converter, lose: Lose): void {
  const guard = new Guard(to.format, lose, neutral.as === 'answer' && to.citesAddresses === true)
  guard.members([], neutral.own)
  if (neutral.as === 'answer') guard.parts(neutral.parts)
  if (neutral.as === 'request') guard.request(neutral)
}

class Guard {
  private readonly to: string
  private readonly lose: Lose
  private readonly citesAddresses: boolean

  constructor(to: string, lose: Lose, citesAddresses: boolean) {
    this.to = to
    this.lose = lose
    this.citesAddresses = citesAddresses
  }

  request({ instructions, turns, tools }: NeutralRequest): void {
    this.parts(instructions)
    for (const turn of turns) {
      this.members(turn.at, turn.own)
      this.parts(turn.parts)
    }
    for (const tool of tools) this.tool(tool)
  }

  parts(parts: readonly PartOrPiece[]): void {
    for (const part of parts) this.part(part)
  }

  members(at: Place | undefined, own: OwnMembers | undefined): void {
    if (own === undefined || own.origin === this.to) return
    for (const { steps } of own.members)
      this.lose(placeIn(at ?? [], ...steps), `member \`${steps.join('.')}\``, unknown(own.origin))
  }

  private part(part: PartOrPiece): void {
    this.members(part.at, part.own)
    if (part.kind === 'result') this.parts(part.content)
    if (part.kind === 'opaque' && part.origin !== this.to) this.lose(part.at, part.what, unknown(part.origin))
    if (part.kind !== 'text' || part.citations === undefined) return
    for (const { origin, address } of part.citations)
      if (origin !== this.to && !(this.citesAddresses && address !== undefined))
        this.lose(part.at, 'citation', unknown(origin))
  }

  /** A tool that its provider runs is one loss, which its writer notes. */
  private tool(tool: NeutralTool): void {
    if (tool.kind !== 'hosted') this.members(tool.at, tool.own)
  }
}

function unknown(origin: string): string {
  return `Only the format \`${origin}\` knows it.`
}
