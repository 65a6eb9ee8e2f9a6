import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

// The tables alone: what they do not kill, no row speaks of. Generated damage would hide that.
export default defineConfig({
  root,
  resolve: { alias: { '@mortise/core': `${root}core/src/index.ts` } },
  test: {
    include: [
      'core/src/**/*.test.ts',
      'test/conformance/conforms.test.ts',
      'test/corpus/*.test.ts',
      'test/engine/*.test.ts',
      'test/reference/*.test.ts',
    ],
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    pool: 'threads',
  },
})
