/** The rows of one folder. */
interface Group {
  /** The loaded ones: they stand together, in the order in which the files were met. */
  readonly start: number
  readonly end: number
  /** Those that were added since. */
  readonly added: number[]
  /** All of them, made when a file is asked for that is not the next one. */
  byName: Map<string, number> | undefined
}

/** Files as they are kept: folder by folder, the names of all in one list. */
export interface FileList {
  readonly folders: readonly string[]
  /** How many names each folder has. */
  readonly counts: readonly number[]
  readonly names: readonly string[]
}

/**
 * Which row belongs to which file.
 *
 * A folder is mostly walked in the order of the time before: then a row is found by one look at a name.
 */
export class Rows {
  private readonly names: string[]
  private readonly groups = new Map<string, Group>()
  /** The folder that was asked for last, and the row that comes next in it. */
  private folder: string | undefined
  private group = groupOf(0, 0)
  private next = 0

  constructor({ folders, counts, names }: FileList) {
    this.names = [...names]
    let start = 0
    folders.forEach((folder, index) => {
      const end = start + (counts[index] as number)
      this.groups.set(folder, groupOf(start, end))
      start = end
    })
  }

  /** The row of a file, or -1. */
  find(folder: string, name: string): number {
    if (folder !== this.folder) this.enter(folder)
    const row = this.next < this.group.end && this.names[this.next] === name ? this.next : this.search(name)
    if (row !== -1) this.next = row + 1
    return row
  }

  /** The row of a file, which is a new one if it has none. */
  take(folder: string, name: string): number {
    const known = this.find(folder, name)
    if (known !== -1) return known
    const row = this.names.push(name) - 1
    this.groups.set(folder, this.group)
    this.group.added.push(row)
    this.group.byName?.set(name, row)
    return row
  }

  /** The files whose rows are to be kept, and those rows. */
  list(isKept: (row: number, folder: string, name: string) => boolean): FileList & { rows: number[] } {
    const nameAt = (row: number): string => this.names[row] as string
    const all = [...this.groups].map(([folder, group]) => ({
      folder,
      rows: rowsOf(group).filter((row) => isKept(row, folder, nameAt(row))),
    }))
    const kept = all.filter(({ rows }) => rows.length > 0)
    const rows = kept.flatMap((each) => each.rows)
    return {
      folders: kept.map(({ folder }) => folder),
      counts: kept.map((each) => each.rows.length),
      names: rows.map(nameAt),
      rows,
    }
  }

  private enter(folder: string): void {
    this.folder = folder
    this.group = this.groups.get(folder) ?? groupOf(0, 0)
    this.next = this.group.start
  }

  private search(name: string): number {
    const { group } = this
    group.byName ??= new Map(rowsOf(group).map((row) => [this.names[row] as string, row]))
    return group.byName.get(name) ?? -1
  }
}

function groupOf(start: number, end: number): Group {
  return { start, end, added: [], byName: undefined }
}

function rowsOf({ start, end, added }: Group): number[] {
  return [...Array.from({ length: end - start }, (_, index) => start + index), ...added]
}
