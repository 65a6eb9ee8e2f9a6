/** What an error tells its catcher, without what differs from call to call. */
export async function errorOf(call: Promise<unknown>): Promise<object> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) return { thrown: error }
  const { name, message } = error
  const status = 'status' in error ? error.status : undefined
  return { class: error.constructor.name, name, message: message.replaceAll(/req_\w+/g, 'req'), status }
}

/** The same value, of which nothing can be changed. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const child of Object.values(value)) frozen(child)
  return Object.freeze(value)
}

/** What an error says, and what it came from: a client may wrap what its `fetch` throws. */
export async function messagesOf(call: Promise<unknown>): Promise<readonly string[]> {
  const messages: string[] = []
  let reason: unknown = await call.catch((thrown: unknown) => thrown)
  for (; reason instanceof Error; reason = reason.cause) messages.push(reason.message)
  return messages
}

/** A request like another one, of which every object tells its members by getters. */
export function byGetters<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(byGetters) as Value
  if (!isPlain(value)) return value
  const members = Object.entries(value).map(([name, member]) => {
    const told = byGetters(member)
    return [name, { get: () => told, enumerable: true }] as const
  })
  return Object.defineProperties({}, Object.fromEntries(members)) as Value
}

/** A thing of somebody's own making, with members like any other. */
class Thing {
  describe(): string {
    return `a thing with ${Object.keys(this).length} members`
  }
}

/** A request like another one, of which every object is an instance of a class. */
export function byInstances<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(byInstances) as Value
  if (!isPlain(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, byInstances(member)])
  return Object.assign(new Thing(), Object.fromEntries(members)) as Value
}

/** Whether a value is an object of no class: what is an instance already stays what it is. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
