// @ts-check
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))

// Static files, which ship inside the package of the command.
await build({
  root: at('.'),
  configFile: false,
  base: './',
  logLevel: 'warn',
  build: {
    outDir: at('../app/dist/page'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // No file is small enough to stand inside another: the page forbids it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
})
