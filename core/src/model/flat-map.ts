/** Maps each entry to a list and joins the lists; `Array.prototype.flatMap` takes several times as long. */
export function flatMap<From, To>(
  list: readonly From[],
  give: (entry: From, index: number) => readonly To[],
): To[] {
  const all: To[] = []
  for (let index = 0; index < list.length; index++)
    for (const entry of give(list[index] as From, index)) all.push(entry)
  return all
}
