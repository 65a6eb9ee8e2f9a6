import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { Progress } from './test/progress.ts'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// `npm run test:deep` runs what takes longer than a cup of tea.
const isDeep = process.env.MORTISE_DEEP === '1'
// `npm run test:quick` leaves out what kills processes, races, packs or fills memory, and draws a tenth of the cases.
const isQuick = process.env.MORTISE_QUICK === '1'
// `npm run test:clients` runs what needs packages of its own.
const isWithClients = process.env.MORTISE_CLIENTS === '1'
// `npm run test:fleet` runs what needs a PostgreSQL server.
const isWithFleet = process.env.MORTISE_FLEET === '1'

// `npm run test:window` runs what needs a browser.
const isWithWindow = process.env.MORTISE_WINDOW === '1'

const own = ['core/src/**/*.test.ts', 'app/src/**/*.test.ts', 'test/**/*.test.ts']
const slow = [
  'test/commands/**',
  'test/nodes/**',
  'test/disk/{race,crash,faults}.test.ts',
  'test/doors/tarball.test.ts',
  'test/engine/wide-turns.test.ts',
  'test/explain/hostile.test.ts',
  'test/ledger/{kill,slots,bad-input}.test.ts',
  'test/sandbox/**',
  'test/transition/kill.test.ts',
  'test/bytes/{readers,repair-lines,splice}.test.ts',
  'test/generate/generate.test.ts',
  // Each test of a screen starts the command; the four screens that most people see are enough here.
  'test/screens/!(check|doctor|repair|terminal).test.ts',
  'test/stores/{clean-laws,neovate-laws,neovate,openclaw-disk,sent}.test.ts',
]
const elsewhere = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  // Tests read the sources, so that a changed line is seen at once; what runs the command reads `dist`.
  resolve: {
    alias: [
      { find: /^@mortise\/core$/, replacement: source('core/src/index.ts') },
      { find: /^@mortise\/core\/guard$/, replacement: source('core/src/guard/index.ts') },
      { find: /^@mortise\/core\/guard\/(.+)$/, replacement: source('core/src/guard/$1.ts') },
      { find: /^@mortise\/core\/(.+)$/, replacement: source('core/src/entries/$1.ts') },
      { find: /^mortise\/(.+)$/, replacement: source('app/src/doors/$1.ts') },
    ],
  },
  test: {
    include: isWithFleet
      ? [isDeep ? 'test/fleet/full.test.ts' : 'test/fleet/!(full).test.ts']
      : isWithWindow
        ? ['test/window/*.test.ts']
        : isDeep
          ? ['test/deep/*.test.ts']
          : isWithClients
            ? ['test/clients/*.test.ts']
            : own,
    exclude:
      isDeep || isWithClients || isWithFleet || isWithWindow
        ? elsewhere
        : [
            'test/deep/**',
            'test/clients/**',
            'test/fleet/**',
            'test/window/**',
            ...(isQuick ? slow : []),
            ...elsewhere,
          ],
    // Where nobody sees a screen change, a line now and then says how far the run is.
    reporters: process.stdout.isTTY ? ['default'] : [['default', { summary: false }], new Progress()],
    globalSetup: ['test/build.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    // A server starts and homes of thousands of sessions go in hooks.
    hookTimeout: isWithFleet ? 600_000 : 10_000,
    pool: 'threads',
    // Files of one thread share their modules: to read the sources again for each of 300 files took a third of the time.
    isolate: isWithClients || isWithFleet,
    // By default one core is left idle, which on two is half of them.
    maxWorkers: '100%',
  },
})
