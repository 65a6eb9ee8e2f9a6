import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralTool } from '../../../model/neutral.ts'
import type { Place } from '../../../model/place.ts'
import { readEphemeral } from '../../cache-control.ts'
import { keepOwn, ownOf } from '../../own-members.ts'
import { name } from '../name.ts'

const members: ReadonlySet<string> = new Set(['type', 'name', 'description', 'input_schema', 'strict'])
const nameOnly: ReadonlySet<string> = new Set(['name'])

/** Reads a declared tool. One with a type of its own is run by the provider or known to its models. */
export function readTool(raw: unknown, at: Place): NeutralTool {
  if (!isObject(raw)) {
    const own = { origin: name, members: [{ steps: [], value: raw }] }
    return { kind: 'hosted', name: undefined, at, own }
  }
  const isFunction = raw.type === undefined || raw.type === null || raw.type === 'custom'
  return isFunction ? readFunction(raw, at) : keepOwn(hosted(raw, at), ownOf(name, [raw, nameOnly]))
}

function hosted(raw: JsonObject, at: Place): NeutralTool {
  return { kind: 'hosted', name: nonEmpty(raw.name), at }
}

function readFunction(raw: JsonObject, at: Place): NeutralTool {
  const mark = readEphemeral(raw.cache_control)
  const taken = new Set(members)
  if (mark !== undefined || raw.cache_control === null) taken.add('cache_control')
  const tool: NeutralTool = {
    kind: 'function',
    name: nonEmpty(raw.name),
    at,
    ...(typeof raw.description === 'string' ? { description: raw.description } : {}),
    ...(raw.input_schema === undefined ? {} : { parameters: raw.input_schema }),
    ...(typeof raw.strict === 'boolean' ? { isStrict: raw.strict } : {}),
    ...(mark === undefined ? {} : { mark }),
  }
  return keepOwn(tool, ownOf(name, [raw, taken]))
}
