/** A step that is taken at most once; its value or its failure is given to each who asks for it. */
export function once<Value>(step: () => Value): () => Value {
  let known: { readonly value: Value } | { readonly thrown: unknown } | undefined
  return () => {
    if (known === undefined) {
      try {
        known = { value: step() }
      } catch (thrown) {
        known = { thrown }
      }
    }
    if ('thrown' in known) throw known.thrown
    return known.value
  }
}
