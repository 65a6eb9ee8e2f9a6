/** One line of the metrics: a name, its labels and its value. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Reads metrics as Prometheus does. */
export function readMetrics(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, inside = '', value] = /^([a-z_:]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (name === undefined || value === undefined) return []
    const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', said = '']) => [
      key,
      said,
    ])
    return [{ name, labels: Object.fromEntries(labels), value: Number(value) }]
  })
}

/** The sum of a counter over all labels that fit. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  wanted: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter(
      (each) =>
        each.name === name && Object.entries(wanted).every(([key, value]) => each.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0)
}

/** A quantile of a histogram, in its unit: the upper end of the bucket that holds it; undefined without samples. */
export function quantileOf(samples: readonly Sample[], name: string, part: number): number | undefined {
  const buckets = samples
    .filter((each) => each.name === `${name}_bucket`)
    .map(({ labels, value }) => ({
      end: labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le),
      value,
    }))
    .sort((one, other) => one.end - other.end)
  const total = buckets.at(-1)?.value ?? 0
  return total === 0 ? undefined : buckets.find(({ value }) => value >= total * part)?.end
}
