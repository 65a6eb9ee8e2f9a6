import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralTool } from '../../../model/neutral.ts'
import type { Place } from '../../../model/place.ts'
import { keepOwn, ownOf } from '../../own-members.ts'
import { name } from '../name.ts'

const functionMembers: ReadonlySet<string> = new Set(['type', 'function'])
const customMembers: ReadonlySet<string> = new Set(['type', 'custom'])
const declared: ReadonlySet<string> = new Set(['name', 'description', 'parameters', 'strict'])
const labels: ReadonlySet<string> = new Set(['name', 'description'])
const none: ReadonlySet<string> = new Set()

/** Reads a declared tool. */
export function readTool(raw: unknown, at: Place): NeutralTool {
  if (!isObject(raw))
    return {
      kind: 'hosted',
      name: undefined,
      at,
      own: { origin: name, members: [{ steps: [], value: raw }] },
    }
  if (isObject(raw.function)) return readFunction(raw, raw.function, at)
  if (isObject(raw.custom)) {
    const own = ownOf(name, [raw, customMembers], [raw.custom, labels, 'custom'])
    return keepOwn({ kind: 'custom', ...labelsOf(raw.custom), at }, own)
  }
  return keepOwn({ kind: 'hosted', name: nonEmpty(raw.name), at }, ownOf(name, [raw, none]))
}

function readFunction(raw: JsonObject, given: JsonObject, at: Place): NeutralTool {
  const { parameters, strict } = given
  const tool: NeutralTool = {
    kind: 'function',
    ...labelsOf(given),
    ...(parameters === undefined || parameters === null ? {} : { parameters }),
    ...(typeof strict === 'boolean' ? { isStrict: strict } : {}),
    at,
  }
  return keepOwn(tool, ownOf(name, [raw, functionMembers], [given, declared, 'function']))
}

function labelsOf({ name: called, description }: JsonObject): Pick<NeutralTool, 'name' | 'description'> {
  const told = typeof description === 'string' ? { description } : {}
  return { name: nonEmpty(called), ...told }
}
