import { expect, test } from 'vitest'
import { programName } from './program.ts'

test.each([
  ['/opt/mortise', '/usr/bin:/opt', '/home', 'mortise'],
  ['/opt/mortise', '/usr/bin', '/home', '/opt/mortise'],
  ['/home/me/mortise', undefined, '/home/me', './mortise'],
  ['/home/me/my tools/mortise-linux', '/usr/bin', '/home/me', "'my tools/mortise-linux'"],
])('the single file %s with PATH %s in %s is called `%s`', (script, PATH, folder, name) => {
  expect(programName(script, { PATH }, folder, true)).toBe(name)
})

test.each([
  ['/usr/bin/mortise', {}, '/home', 'mortise'],
  ['/x/node_modules/.bin/mortise', { npm_command: 'exec' }, '/x', 'npx mortise'],
  ['/x/app/bin/mortise.js', { npm_command: 'run-script' }, '/x', 'node app/bin/mortise.js'],
  ['/x/bin/mortise.js', {}, '/y/z/deep/er', 'node /x/bin/mortise.js'],
  ['/x/my tools/mortise.js', {}, '/x', "node 'my tools/mortise.js'"],
])('%s with %j in %s is called `%s`', (script, environment, folder, name) => {
  expect(programName(script, environment, folder)).toBe(name)
})
