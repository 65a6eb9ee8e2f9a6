import { expect, test } from 'vitest'
import { programName } from './program.ts'

test.each([
  ['/usr/bin/mortise', {}, '/home', 'mortise'],
  ['/x/node_modules/.bin/mortise', { npm_command: 'exec' }, '/x', 'npx mortise'],
  ['/x/app/bin/mortise.js', { npm_command: 'run-script' }, '/x', 'node app/bin/mortise.js'],
  ['/x/bin/mortise.js', {}, '/y/z/deep/er', 'node /x/bin/mortise.js'],
  ['/x/my tools/mortise.js', {}, '/x', "node 'my tools/mortise.js'"],
])('%s with %j in %s is called `%s`', (script, environment, folder, name) => {
  expect(programName(script, environment, folder)).toBe(name)
})
