import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { makeHome, sound as sessionRecords } from '../sessions/home.ts'
import { open, sound } from './conversations.ts'
import { folderWith, mortise, start } from './run.ts'

// A shell shows this end as 130.
test('an interrupt ends the process', async () => {
  const child = start(['check', '--batch'])
  child.stdin.write(`{"id":1,"document":${JSON.stringify(sound)}}\n`)
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
})

test('an interrupt is heard while sessions are read', () => {
  const home = makeHome()
  home.write('-w-app/00000000-1111-4111-8111-111111111111.jsonl', sessionRecords)
  const code = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { readSync } = fs
    fs.readSync = (...all) => (process.kill(process.pid, 'SIGINT'), readSync(...all))
    syncBuiltinESMExports()`
  const interrupting = `--import=data:text/javascript,${encodeURIComponent(code)}`
  const { stdout, exit } = mortise(['doctor', '--home', home.folder], {
    environment: { NODE_OPTIONS: interrupting },
  })
  // No exit code: a signal ended it.
  expect({ stdout, exit }).toEqual({ stdout: '', exit: null })
})

test('a reader that goes away is no error', async () => {
  const child = start(['repair', '--batch'])
  let told = ''
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  child.stdin.on('error', () => {})
  const row = `{"id":1,"document":${JSON.stringify(sound)}}\n`
  child.stdin.write(row.repeat(2000))
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.stdin.end(row.repeat(2000))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(told).toBe('')
})

const folder = folderWith({ 'a.json': JSON.stringify(open) })

testWith(existsSync('/dev/full'), '/dev/full')('an answer that cannot be written is said', () => {
  const command = `"${process.execPath}" "${process.cwd()}/app/bin/mortise.js" repair a.json -q > /dev/full`
  const { stderr, status } = spawnSync('sh', ['-c', command], { cwd: folder })
  expect(String(stderr)).toMatch(/^mortise: The answer could not be written: [^\n]+\.\nhint: df -h\n$/)
  expect(status).toBe(1)
})

test('the demo runs by itself and cleans up', () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('mortise-demo-'))
  const { stdout, stderr, exit } = mortise(['demo'])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  expect(stdout).toMatchInlineSnapshot(`
    "A tool call and its result are a joint. This one breaks before your eyes.

    1. broken.json: somebody pressed ESC, a result was lost, and an older call was cut away

       user   My disk is full. What takes the space?
       model  Let me look.
              calls bash: {"command":"du -sh /*"} (\`toolu_01Q…\`)
       user   Stop. Look into Downloads only.
       model  Of course.
       user   result of \`toolu_01H…\`: 4.2G Downloads
              What is in there?

    2. Sent like this, the API refuses it:  mortise check broken.json

       ✖ messages.1  call-without-result  \`toolu_01Q…\` bash has no result in the next turn
         the API says: messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_01Q…. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.
       ✖ messages.4.content.0  result-without-call  Result \`toolu_01H…\` answers a call that is not in the conversation
         the API says: messages.4.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: toolu_01H…. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.
         fix: mortise repair broken.json --api anthropic --in-place

    3. Mended:  mortise repair broken.json -o fixed.json

       document: broken.json; no file is changed
       api: anthropic (the model \`claude-sonnet-4-5\` names it)
       ✔ messages.1  call-without-result  mended: \`toolu_01Q…\` bash has no result in the next turn
       ✔ messages.4.content.0  result-without-call  mended: Result \`toolu_01H…\` answers a call that is not in the conversation
         + messages.2  {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01Q…","content":"[no result was recorded; the tool may or may not have run: check before re…
         - messages.4.content.0  {"type":"tool_result","tool_use_id":"toolu_01H…","content":"4.2G Downloads"}
         + messages.4.content.0  {"type":"text","text":"[tool result kept as text: toolu_01H…] 4.2G Downloads"}
       ✔ broken.json is mended for anthropic: 2 faults; 3 edits, the first at messages.2

    4. Accepted:  mortise check fixed.json

       ✔ fixed.json is sound for anthropic (6 turns)

    5. Undone, by the same plan read backwards

       ✔ all 965 bytes of broken.json are back as they were

    The temporary folder is removed; nothing was sent anywhere. Next, with your own file:

       npx mortise check conversation.json
       npx mortise repair conversation.json -o fixed.json
       npx mortise --help
    "
  `)
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('mortise-demo-'))).toEqual(before)
})

test('the demo in ASCII', () => {
  const { stdout } = mortise(['demo', '--plain'])
  expect(stdout).toMatch(/^[\n -~]+$/)
})
