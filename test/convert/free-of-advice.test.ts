import { describe, expect, test } from 'vitest'
import { convert, formats, rulebooks, scan } from '../../core/src/index.ts'
import { soundOf } from '../conformance/fixtures.ts'

/** The advice that a converted document may hold, with the reason why no other writing exists. */
const unavoidable: Readonly<Record<string, string>> = {
  'no-turns': 'the source has no turns',
  'ends-on-model': 'the source ends on the model, and a turn of the user would be invented',
  'starts-on-model': 'the source starts on the model, and a turn of the user would be invented',
  'no-user-turn': 'the source has no turn of the user',
  'user-after-result': 'the words of the model between them would be invented',
  'reasoning-unsigned': 'reasoning travels unsigned, and copies of the API take it',
  'reasoning-not-first': 'reasoning stays where the model had it',
  'reasoning-missing': 'nobody has the reasoning',
  'error-result-not-text': 'images would leave a result that most copies take',
  'unsupported-media': 'the source shows an image, and words in its place would lose it',
  'too-many-cache-marks': 'copies of the API count no marks on record',
}

const converted = formats.map(({ name }) => name).filter((name) => name !== 'neovate')

describe.each(converted)('a sound document of %s', (from) => {
  test.each(rulebooks.filter(({ format }) => format !== from && format !== 'neovate'))(
    'is written for $name of $format without a shape that only some versions of it take',
    (api) => {
      const found = soundOf(from).flatMap(({ file, document }) => {
        const made = convert(document, { from, to: api.format, api })
        return scan(made.document, api)
          .filter(({ rule }) => unavoidable[rule] === undefined)
          .map(({ rule, severity }) => `${file}: ${rule}, ${severity}`)
      })
      expect(found).toEqual([])
    },
  )
})
