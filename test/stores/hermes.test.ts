import { describe, expect, test } from 'vitest'
import { checkRecords } from '../../app/src/stores/check/check.ts'
import { hermes } from '../../app/src/stores/hermes/index.ts'
import { conforms, fileOf } from './conforms.ts'
import { path, samples } from './hermes-samples.ts'

conforms(hermes, samples)

describe('what a session says of itself', () => {
  const records = samples[0]?.records ?? []

  test('its title, folder and command', () => {
    expect(checkRecords(hermes, path, fileOf(records)).session).toMatchObject({
      title: 'Files',
      folder: '/w/app',
      api: 'openrouter',
      resume: 'hermes --resume 20261101_101010_abc123',
    })
  })

  test('an open call is advice: Hermes takes it out as it loads the session', () => {
    const open = samples.find(({ name }) => name.startsWith('an open call'))?.records ?? []
    expect(checkRecords(hermes, path, fileOf(open)).found).toMatchObject([
      { rule: 'call-without-result', severity: 'advice', copes: { does: 'heals' } },
    ])
  })

  test('a session that was compressed is not sent again', () => {
    const compressed = samples.find(({ name }) => name.startsWith('compressed'))?.records ?? []
    expect(checkRecords(hermes, path, fileOf(compressed)).session.lanes).toMatchObject([{ isDormant: true }])
  })
})
