import { expect, test } from 'vitest'
import { readArguments } from '../program/arguments.ts'
import type { Invocation } from '../program/command.ts'
import { screenOn } from '../screen/screen.ts'
import { styleOf } from '../screen/style.ts'
import { explain } from './explain.ts'

/** Runs the command on words and gives back what it wrote. */
async function run(...line: string[]): Promise<{ readonly text: string; readonly exit: number }> {
  const written: string[] = []
  const { flags, words } = readArguments(['explain', ...line])
  const stream = { write: (text: unknown) => written.push(String(text)) > 0 }
  const screen = screenOn(stream, styleOf({}, {}, flags.plain))
  const invocation: Invocation = { flags, words, program: 'mortise', out: screen, story: screen }
  const exit = await explain(invocation)
  return { text: written.join(''), exit }
}

test('words are one text', async () => {
  const { text, exit } = await run('Unexpected', 'role', 'user', 'after', 'role', 'tool')
  expect(exit).toBe(0)
  expect(text).toContain('rule: user-after-result')
  expect(text).toContain('fix it: mortise repair conversation.json --api mistral -o fixed.json')
})

test('an API without a rulebook is not named in a command', async () => {
  const { text } = await run('Found AIMessages with tool_calls that do not have a corresponding ToolMessage')
  expect(text).toContain('a request of your own: mortise check conversation.json\n')
})

test('what a repair cannot mend is not promised', async () => {
  const { text } = await run('This model does not support assistant message prefill.')
  expect(text).toContain('a request of your own: mortise check conversation.json --api anthropic')
  expect(text).not.toContain('fix:')
  const changed = await run('blocks in the latest assistant message cannot be modified')
  expect(changed).toMatchObject({ exit: 0, text: expect.not.stringContaining('fix:') })
})

test('foreign text cannot move the cursor', async () => {
  const { text } = await run('text content is empty \u0007\u202e')
  expect(text).toContain('text content is empty \\u0007\\u202e')
})

test('many ids are counted', async () => {
  const ids = Array.from({ length: 14 }, (_, index) => `call_${index}x`)
  const { text } = await run(`tool_call_ids did not have response messages: ${ids.join(', ')}`)
  expect(text).toContain('`call_9x` and 4 more\n')
})

test('in ASCII', async () => {
  const { text } = await run('--plain', 'tool call id is invalid')
  expect(text).toMatch(/^[\n -~]+$/)
})

test('a blank word is no text', async () => {
  await expect(run(' ')).rejects.toThrow('There is no text to explain.')
})
