import { homedir } from 'node:os'
import { configPlaces } from '../../config/index.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { refuseWords, tableLines } from '../screen/catalogue.ts'
import { nearHome } from '../sessions/session-names.ts'
import { whereaboutsOf } from './config-file.ts'

/** Shows where a config is looked for, in order, and which one counts. */
export async function configWhere(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'config where')
  const { flags, out } = invocation
  const places = configPlaces(whereaboutsOf(flags))
  const used = places.find(({ isUsed }) => isUsed)
  if (flags.json) {
    out.json({ ...answerHead('config where', { kind: 'config', ...pathOf(used) }), places })
    return used === undefined ? exits.faults : exits.sound
  }
  const state = (isThere: boolean, isUsed: boolean): string =>
    isUsed ? `${out.style.good} used${isThere ? '' : ', but not there'}` : isThere ? 'there, not used' : ''
  out.tell(
    tableLines(
      invocation,
      ['named by', 'place', ''],
      places.map(({ by, path, isThere, isUsed }) => [by, nearHome(path, homedir()), state(isThere, isUsed)]),
    ),
  )
  if (used === undefined)
    out.tell('', `No config was found. To start with one in this folder: ${invocation.program} config init`)
  return used === undefined ? exits.faults : exits.sound
}

function pathOf(place: { readonly path: string } | undefined): { readonly path?: string } {
  return place === undefined ? {} : { path: place.path }
}
