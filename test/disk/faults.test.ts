import { describe, expect, test } from 'vitest'
import { DiskError } from '../../app/src/disk/index.ts'
import { deeds, failEverywhere, treatedErrors, unnamedErrors } from './faults.ts'
import { errno, makeScratch, newText, replaceBy, watched } from './scratch.ts'

// Each errno that this machine knows, at each call: `npm run test:deep`.
describe.each(Object.entries(deeds))('%s survives', (_, deed) => {
  test.each([
    ['an error that has a name', treatedErrors],
    ['an error that has only a number', unnamedErrors],
  ])('%s, at every call', async (_, turns) => failEverywhere(deed, turns))

  test('a disk that dies at any call', () => failEverywhere(deed, ['EIO', 'ESTALE', 'EROFS'], 'dead'))

  test('a disk that is full from any call on', () => failEverywhere(deed, ['EDQUOT', 'ENOSPC'], 'full'))
})

test.each([
  ['EDQUOT', 'disk-full', 'the disk is full, the quota of this user is used up'],
  ['ENOSPC', 'disk-full', 'the disk is full'],
  ['ESTALE', 'disk-failed', 'the network disk has lost it'],
  ['EUCLEAN', 'disk-failed', 'the file system is damaged'],
  ['EBADE', 'disk-failed', 'the machine says E52'],
])('%s is told in words', async (name, code, reason) => {
  const scratch = makeScratch()
  const files = watched((call) => {
    if (call === 'write') throw name === 'EBADE' ? numbered(52) : errno(name)
  })
  const outcome = await replaceBy(scratch.disk({ files }), scratch.path, newText)
  const message = expect.stringMatching(`could not be .*: ${reason}; nothing was changed\\.$`)
  expect(outcome).toMatchObject({ ok: false, error: { code, exit: 3, message } })
  scratch.remove()
})

test('a failure of the disk has a code, a sentence and an exit', () => {
  expect(new DiskError('disk-full', 'The disk is full.')).toMatchObject({ exit: 3, code: 'disk-full' })
})

function numbered(number: number): Error {
  const code = `Unknown system error -${number}`
  return Object.assign(new Error(code), { code, errno: -number, syscall: 'write' })
}
