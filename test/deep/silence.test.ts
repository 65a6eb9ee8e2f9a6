import { test } from 'vitest'
import { apis } from '../generate/api.ts'
import { silenceHolds } from '../laws/silence.ts'

test.each(apis)('%s: scan finds what a full read finds, whatever stands in a document', (api) => {
  silenceHolds(api, 1)
})
