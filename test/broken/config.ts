import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'
import type { Change } from './change.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const changes = JSON.parse(process.env.MORTISE_BREAKS ?? '[]') as readonly Change[]

/** Changes sources as they are loaded; no file is written. */
const broken: Plugin = {
  name: 'broken-on-purpose',
  enforce: 'pre',
  transform(code, id) {
    const own = changes.filter(({ file }) => id === `${root}${file}`)
    return own.length === 0 ? null : own.reduce((text, { from, to }) => text.replace(from, () => to), code)
  },
}

export default defineConfig({
  ...usual,
  root,
  plugins: [broken],
  test: {
    ...usual.test,
    include: ['test/**/*.test.ts'],
    exclude: [],
    globalSetup: [],
    reporters: ['default'],
  },
})
