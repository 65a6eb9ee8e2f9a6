/** The value, or what kept it from being one. */
export function must<Value>(
  outcome: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Error },
): Value {
  if (!outcome.ok) throw outcome.error
  return outcome.value
}
