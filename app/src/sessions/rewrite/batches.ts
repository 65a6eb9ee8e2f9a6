const mostFiles = 64
const mostBytes = 8 << 20

/** Sessions in groups that are neither many nor large. */
export function batchesOf<Sized extends { readonly size: number }>(
  files: readonly Sized[],
): readonly (readonly Sized[])[] {
  const batches: Sized[][] = []
  let size = 0
  for (const file of files) {
    const last = batches.at(-1)
    if (last === undefined || last.length >= mostFiles || size + file.size > mostBytes) {
      batches.push([file])
      size = file.size
    } else {
      last.push(file)
      size += file.size
    }
  }
  return batches
}
