/** A version as numbers; those that a range leaves out are undefined. */
type Version = readonly [major: number, minor: number | undefined, patch: number | undefined]

/** Whether a range, as package manifests write it, accepts a version. */
export function acceptsNode(range: string, version: string): boolean {
  const given = parse(version)
  return range.split('||').some((choice) => comparatorsOf(choice).every((one) => accepts(one, given)))
}

function comparatorsOf(choice: string): string[] {
  // `18 - 20` is a lower and an upper end; an operator may stand apart from its version.
  const plain = choice.replace(/(\S+)\s+-\s+(\S+)/, '>=$1 <=$2').replace(/([<>=~^])\s+/g, '$1')
  return plain.trim().split(/\s+/).filter(Boolean)
}

function accepts(comparator: string, given: Version): boolean {
  const [, operator = '', text = ''] = /^([<>]=?|[~^=])?v?(.*)$/.exec(comparator) ?? []
  if (!/^\d/.test(text)) return true
  const limit = parse(text)
  const order = compare(given, limit)
  switch (operator) {
    case '>=':
      return order >= 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '<':
      return order < 0
    case '^':
      return given[0] === limit[0] && order >= 0
    case '~':
      return given[0] === limit[0] && (limit[1] === undefined || given[1] === limit[1]) && order >= 0
    default:
      return order === 0
  }
}

/** Compares as far as the limit says something. */
function compare(given: Version, limit: Version): number {
  for (let index = 0; index < 3; index++) {
    const wanted = limit[index]
    if (wanted === undefined) return 0
    const difference = (given[index] ?? 0) - wanted
    if (difference !== 0) return difference
  }
  return 0
}

function parse(text: string): Version {
  const [major = 0, minor, patch] = text
    .split('.')
    .map((part) => (/^\d+/.test(part) ? Number.parseInt(part, 10) : undefined))
  return [major, minor, patch]
}
