import { expect, test } from 'vitest'
import { type StatePlace, stateFolder } from './state-folder.ts'

const rows: readonly [string, StatePlace, string][] = [
  ['told', { env: { MORTISE_HOME: '/x' }, platform: 'darwin', home: '/home/u' }, '/x'],
  ['Linux', { env: {}, platform: 'linux', home: '/home/u' }, '/home/u/.local/state/mortise'],
  ['XDG', { env: { XDG_STATE_HOME: '/s' }, platform: 'linux', home: '/home/u' }, '/s/mortise'],
  [
    'XDG, relative',
    { env: { XDG_STATE_HOME: 's' }, platform: 'linux', home: '/h' },
    '/h/.local/state/mortise',
  ],
  [
    'macOS',
    { env: {}, platform: 'darwin', home: '/Users/u' },
    '/Users/u/Library/Application Support/mortise',
  ],
  ['Windows', { env: { LOCALAPPDATA: 'C:\\L' }, platform: 'win32', home: 'C:\\U' }, 'C:\\L\\mortise'],
  ['Windows, bare', { env: {}, platform: 'win32', home: 'C:\\U' }, 'C:\\U\\AppData\\Local\\mortise'],
]

test.each(rows)('%s', (_, place, folder) => {
  expect(stateFolder(place)).toBe(folder)
})
