import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, model, result, tool, user } from '../stores/neovate-records.ts'
import { folderWith, mortise } from './run.ts'

const records = [
  user('1', null, 'read file.ts'),
  model('2', '1', [call('toolu_001')]),
  tool('3', '2', [result('toolu_001')]),
  model('4', '3', [call('toolu_002')]),
]
const folder = folderWith({})
const place = join(folder, 'home/.neovate/projects/p')
mkdirSync(place, { recursive: true })
writeFileSync(join(place, 's1.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
// Its writer is long gone.
utimesSync(join(place, 's1.jsonl'), 1e9, 1e9)
const lines = (...words: readonly string[]): readonly string[] =>
  mortise([...words, '--home', 'home'], { folder, environment: { DEBUG: 'neovate:session' } })
    .stderr.split('\n')
    .filter((line) => line.startsWith('neovate:session'))

const found = 'neovate:session [filterMessages] Found 1 unmatched tool_use(s): toolu_002'

test.each([['doctor'], ['sessions'], ['show', 's1'], ['export', 's1'], ['repair', 's1', '--dry-run']])(
  'with DEBUG=neovate:session, %s tells the calls without a result',
  (...words) => {
    expect(lines(...words)).toContain(found)
  },
)

test('each message that a policy takes out has its line', () => {
  expect(lines('repair', 's1', '--dry-run', '--policy', 'drop-turn')).toContain(
    'neovate:session [filterMessages] Filtering out assistant message 4 with unmatched tool_use',
  )
})
