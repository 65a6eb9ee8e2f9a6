/** An object that gets the members that are common. */
interface Common {
  role?: unknown
  content?: unknown
  type?: unknown
  id?: unknown
  tool_use_id?: unknown
  tool_call_id?: unknown
  tool_calls?: unknown
  function?: unknown
  name?: unknown
  arguments?: unknown
  text?: unknown
  input?: unknown
  message?: unknown
}

/**
 * Gives an object a member, as `JSON.parse` would.
 *
 * A name that stands in the code is stored in half the time: there, engines remember what objects look like.
 */
export function putMember(object: Record<string, unknown>, name: string, value: unknown): void {
  const common: Common = object
  switch (name) {
    case 'type':
      common.type = value
      break
    case 'role':
      common.role = value
      break
    case 'content':
      common.content = value
      break
    case 'id':
      common.id = value
      break
    case 'tool_use_id':
      common.tool_use_id = value
      break
    case 'input':
      common.input = value
      break
    case 'text':
      common.text = value
      break
    case 'tool_call_id':
      common.tool_call_id = value
      break
    case 'tool_calls':
      common.tool_calls = value
      break
    case 'function':
      common.function = value
      break
    case 'name':
      common.name = value
      break
    case 'arguments':
      common.arguments = value
      break
    case 'message':
      common.message = value
      break
    case '__proto__':
      own(object, name, value)
      break
    default:
      object[name] = value
  }
}

/** An own member even where a setter would take it. */
function own(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}
