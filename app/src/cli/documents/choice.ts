import { type Choice, chooseApi, formats, type MortiseError, rulebooks, type Wanted } from '@mortise/core'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { knownName } from '../program/known-name.ts'

/** Chooses the API for a document, or throws the reason why there is none. */
export function choose(document: unknown, wanted: Wanted): Choice {
  checkNames(wanted)
  const { api, format } = wanted
  const outcome = chooseApi(document, { api, format })
  if (outcome.ok) return outcome.value
  throw failedChoice(outcome.error)
}

/** Makes sure that what was named exists. */
export function checkNames({ api, format }: Wanted): void {
  if (api !== undefined) knownName('API', api, rulebooks)
  if (format !== undefined) knownName('format', format, formats)
}

/** Why there is no API for a document, and which command helps. */
export function failedChoice({ code, message, hint }: MortiseError): CommandError {
  const command = code === 'not-a-conversation' ? 'mortise formats' : 'mortise apis'
  return new CommandError(code, hint === undefined ? message : `${message} ${hint}`, command)
}

/** Says which API was chosen, where nobody named it, and where the one that was named seems to be another's. */
export function tellChoice(invocation: Invocation, choice: Choice, document: unknown): void {
  if (choice.because === 'named') {
    const other = likelierFormat(choice, document)
    if (other !== undefined) invocation.story.tell(doubt(choice, other))
    return
  }
  const model = choice.format.factsOf(document).model ?? ''
  const because =
    choice.because === 'model' ? `the model \`${model}\` names it` : "the format's first-party API"
  invocation.story.tell(`api: ${choice.rulebook.name} (${because})`)
}

// As sure as a document can make it: it has something that only this format has.
const sure = 0.9

/** The format that a document clearly has, where it is not the one that it is read as. */
function likelierFormat({ format }: Choice, document: unknown): string | undefined {
  const score = format.recognises(document)
  const other = formats.find((candidate) => {
    const its = candidate.recognises(document)
    return its >= sure && its > score
  })
  return other?.name
}

function doubt({ rulebook, format }: Choice, other: string): string {
  return `note: this looks like \`${other}\`, but \`${rulebook.name}\` speaks \`${format.name}\`: leave --api out, or name another`
}
