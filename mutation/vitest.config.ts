import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))

// The tables alone, the quickest first: a run ends with the first test that notices the change.
// Generated damage would notice more, but it would hide that no row speaks of it.
const tables = ['test/engine', 'core/src', 'test/corpus', 'test/reference', 'test/conformance']

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number =>
      tables.findIndex((table) => moduleId.startsWith(`${root}${table}`))
    return files.toSorted((left, right) => rankOf(left) - rankOf(right))
  }
}

export default defineConfig({
  root,
  resolve: { alias: { '@mortise/core': `${root}core/src/index.ts` } },
  test: {
    include: tables.map((table) => `${table}/**/*.test.ts`),
    exclude: ['test/conformance/junk.test.ts', 'test/engine/growing-scan.test.ts'],
    sequence: { sequencer: QuickestFirst },
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    pool: 'threads',
  },
})
