import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { testWith } from '../needs.ts'

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const isThere = spawnSync('script', ['--version']).status === 0

/** What stands on a terminal after a command, and what was typed into it. */
function typed(words: string, input: string): string {
  const command = `'${process.execPath}' '${bin}' ${words}`
  const { stdout } = spawnSync('script', ['--quiet', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, npm_command: 'exec', NO_COLOR: '1' },
    input,
  })
  return stdout.toString().replaceAll('\r', '')
}

testWith(isThere, 'script')('alone, the command asks for the error to be pasted', () => {
  const screen = typed('', 'messages.3: `tool_use` ids were found without `tool_result` blocks\n')
  expect(screen).toContain('Paste the error, then press Ctrl-D:\n')
  expect(screen).toContain('rule: call-without-result  A call has no result\n')
})

testWith(isThere, 'script')('a word that is no command is answered with the likely one', () => {
  expect(typed('repiar', '')).toContain(
    'mortise: Unknown command `repiar`. Did you mean `repair`?\nhint: npx mortise repair\n',
  )
})
