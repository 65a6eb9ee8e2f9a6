import { expect, test } from 'vitest'
import { DiskError } from '../../app/src/disk/index.ts'
import { codes, deeds, failEverywhere } from './faults.ts'

test.each(codes)('replace survives %s at every call', async (code) => {
  await failEverywhere(deeds.replace!, [code])
})

// Every errno at every call of all of them: `npm run test:deep`.
test.each(Object.keys(deeds))('%s survives a failure at every call', async (name) => {
  await failEverywhere(deeds[name]!, codes)
})

test('a failure of the disk has a code, a sentence and an exit', () => {
  expect(new DiskError('disk-full', 'The disk is full.')).toMatchObject({ exit: 3, code: 'disk-full' })
})
