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

// The page for pasting alone, with the core in the browser: static files that need no server.
await build({
  root: at('try'),
  configFile: false,
  base: './',
  logLevel: 'warn',
  publicDir: at('public'),
  resolve: { alias: [{ find: /^\.\/engine\.ts$/, replacement: at('try/engine.ts') }] },
  build: {
    outDir: at('../docs/try'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // The whole core, for every format.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // A page that is opened as a file may load no module.
        format: 'iife',
        entryFileNames: 'try.js',
        assetFileNames: 'try[extname]',
      },
    },
  },
  plugins: [
    {
      name: 'classic-script',
      transformIndexHtml: (html) =>
        html.replace('type="module" crossorigin', 'defer').replace(' crossorigin', ''),
    },
  ],
})
