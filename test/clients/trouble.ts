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
