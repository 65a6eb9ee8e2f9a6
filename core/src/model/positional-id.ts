// In some formats ids are optional: a call and its result belong together by their places. Other formats pair by id alone,
// so each such pair gets an id on its way there, which the way back takes off again.

const made = /^positional_(?:[\w-]{1,24}_)?\d+$/

/** Whether an id was made for a call that had none. */
export function isPositionalId(id: string): boolean {
  return made.test(id)
}

/** The id of the nth call without one; `answer` is the id of the answer it stands in, where that is told. */
export function positionalId(count: number, answer = ''): string {
  const token = answer.replace(/[^\w-]/g, '').slice(-24)
  return token === '' ? `positional_${count}` : `positional_${token}_${count}`
}
