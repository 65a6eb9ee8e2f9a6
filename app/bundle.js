// @ts-check
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

// Few files, and CommonJS: a hundred modules and the loader of ES modules take longer to load than a session of
// 1 MB takes to check. Names stay as they are, for stacks that can be read.
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))

rmSync(at('dist/bundle'), { recursive: true, force: true })
const bundle = await rolldown({ input: at('dist/main.js'), platform: 'node' })
await bundle.write({
  dir: at('dist/bundle'),
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
})
await bundle.close()
