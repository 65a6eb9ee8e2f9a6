import { deriveId } from '../engine/identity.ts'
import type { Intent } from '../model/intent.ts'
import type { Rule } from '../model/rule.ts'
import { patternOf, type Row } from '../model/rulebook.ts'
import type { Result } from '../model/transcript.ts'
import { illegalToolName as text } from '../texts/en.ts'

/**
 * A name of another form is replaced on call and result together.
 *
 * What can be read of the old one stays; a mark made from all of it keeps two names apart.
 */
export const illegalToolName: Rule = {
  name: 'illegal-tool-name',
  text,
  stage: 'after',
  isPlaceless: true,
  *detect({ pairs, row }) {
    const isWrong = wrongness(row)
    const nameOf = (result: Result | undefined): string | undefined =>
      row.within === true && result?.answers === undefined ? result?.name : undefined
    const concerned = pairs.joints.filter(({ call, result }) => isWrong(call.name) || isWrong(nameOf(result)))
    for (const { call, turn, result, home } of concerned) {
      const isCallWrong = isWrong(call.name)
      const wanted = isCallWrong ? legalName(call.name ?? '', row) : call.name
      const resultName = nameOf(result)
      const onResult: Intent[] =
        result === undefined || resultName === undefined
          ? []
          : [{ do: 'set', on: result, fact: 'name', value: wanted ?? legalName(resultName, row) }]
      if (isCallWrong && wanted !== undefined) {
        const values = { length: String(call.name?.length) }
        const intents: Intent[] = [{ do: 'set', on: call, fact: 'name', value: wanted }, ...onResult]
        yield { turn, part: call, values, intents }
      } else if (home !== undefined && result !== undefined) {
        yield { turn: home, part: result, values: { length: String(resultName?.length) }, intents: onResult }
      }
    }
  },
}

function wrongness(row: Row): (name: string | undefined) => boolean {
  const pattern = row.pattern === undefined ? undefined : patternOf(row.pattern)
  const maximum = row.maximum ?? Number.POSITIVE_INFINITY
  return (name) => name !== undefined && (name.length > maximum || pattern?.test(name) === false)
}

/** Letters, digits, `_` and `-`, with a letter or `_` first: a form that every API takes. */
function legalName(name: string, { maximum = 64 }: Row): string {
  const mark = deriveId(`name ${name}`)
  const readable = name.replace(/[^a-zA-Z0-9_-]/g, '').slice(0, maximum - mark.length - 2)
  return `${/^[a-zA-Z_]/.test(readable) ? '' : '_'}${readable}_${mark}`
}
