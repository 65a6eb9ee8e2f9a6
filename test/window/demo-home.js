// @ts-check
import { mkdirSync, mkdtempSync, realpathSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// A home with sessions of several agents, as they look after a few days of work.

/** @typedef {Record<string, unknown>} Json */

const day = 86_400_000

/** Makes the home; whoever asked for it removes it. @returns {string} */
export function makeDemoHome() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-demo-')))
  const shop = join(home, 'src/shop')
  const docs = join(home, 'src/handbook')
  const session = (
    /** @type {string} */ file,
    /** @type {readonly Json[]} */ records,
    /** @type {number} */ age,
  ) => {
    const path = join(home, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, records.map((each) => `${JSON.stringify(each)}\n`).join(''))
    const then = new Date(Date.now() - age)
    utimesSync(path, then, then)
  }
  session('.claude/projects/-src-shop/7f3a9d10-4c2e-4b7a-9a55-1d6f0e2bc21a.jsonl', checkout(shop), 4 * 60_000)
  session(
    '.claude/projects/-src-shop/b81e2f77-0d5a-4e0c-8f3b-77aa01c9d3e4.jsonl',
    sound(shop, 'b81e2f77-0d5a-4e0c-8f3b-77aa01c9d3e4', 'Rename the price column and migrate old orders', 9),
    3 * 3_600_000,
  )
  session(
    '.claude/projects/-src-shop/2c9d4410-aaf1-4d21-b0c8-6b1f9e8812aa.jsonl',
    sound(shop, '2c9d4410-aaf1-4d21-b0c8-6b1f9e8812aa', 'Why is the cart total off by one cent?', 24),
    day,
  )
  session(
    '.claude/projects/-src-handbook/5e0b7c31-90d2-4b55-a3fe-0cc2e71d9b6f.jsonl',
    displaced(docs),
    2 * 3_600_000,
  )
  session(
    '.codex/sessions/2026/11/18/rollout-2026-11-18T10-00-00-01a1f262-7e57-7522-93bf-584d7aebf4cd.jsonl',
    codex(docs),
    5 * 3_600_000,
  )
  session(
    '.openclaw/agents/main/sessions/a562eea8-0000-4000-8000-000000000000.jsonl',
    openclaw(shop),
    2 * day,
  )
  return home
}

let clock = 0
const stamp = () => new Date(Date.parse('2026-11-18T09:00:00Z') + ++clock * 7000).toISOString()

/** A conversation as Claude Code keeps it. @param {string} cwd @param {string} sessionId */
function talk(cwd, sessionId) {
  /** @type {Json[]} */
  const records = []
  /** @type {string | null} */
  let parentUuid = null
  const add = (/** @type {string} */ type, /** @type {Json} */ message) => {
    const uuid = `${sessionId.slice(0, 8)}-${String(records.length).padStart(4, '0')}`
    records.push({
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId,
      version: '1.0.98',
      gitBranch: 'main',
      type,
      message,
      uuid,
      timestamp: stamp(),
    })
    parentUuid = uuid
  }
  const own = {
    records,
    user(/** @type {unknown} */ content) {
      add('user', { role: 'user', content })
      return own
    },
    result: (/** @type {string} */ id, /** @type {string} */ content, isError = false) =>
      own.user([{ type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) }]),
    model(/** @type {string} */ id, /** @type {readonly Json[]} */ content) {
      const usage = { input_tokens: 3, output_tokens: 1 }
      const made = {
        id,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-4-5',
        stop_reason: null,
        usage,
      }
      add('assistant', { ...made, content })
      return own
    },
  }
  return own
}

const text = (/** @type {string} */ words) => ({ type: 'text', text: words })
const call = (/** @type {string} */ id, /** @type {string} */ name, /** @type {Json} */ input) => ({
  type: 'tool_use',
  id,
  name,
  input,
})

/** The call that waits for its result was interrupted. @param {string} cwd */
function checkout(cwd) {
  return talk(cwd, '7f3a9d10-4c2e-4b7a-9a55-1d6f0e2bc21a')
    .user('Fix the checkout retries: a card that is declined once is charged twice.')
    .model('m1', [
      text('I will look at how the retry is made, and at its tests.'),
      call('toolu_01Read', 'Read', { file_path: 'src/checkout/retry.ts' }),
    ])
    .result(
      'toolu_01Read',
      'export async function retry(charge: Charge, times = 3) {\n  for (let at = 0; at < times; at++) {\n    const answer = await send(charge)\n    if (answer.ok) return answer\n  }\n  throw new Declined(charge)\n}',
    )
    .model('m2', [
      text(
        'The key of the charge is made inside `send`, so that each attempt is a charge of its own. The tests do not cover it.',
      ),
      call('toolu_01Grep', 'Grep', { pattern: 'idempotency', path: 'src' }),
      call('toolu_01Glob', 'Glob', { pattern: 'test/checkout/*.ts' }),
    ])
    .result('toolu_01Grep', 'src/checkout/send.ts:14: headers["idempotency-key"] = randomUUID()')
    .result('toolu_01Glob', 'test/checkout/retry.test.ts\ntest/checkout/send.test.ts')
    .model('m3', [
      text('I move the key to the charge, then run the tests.'),
      call('toolu_01Edit', 'Edit', {
        file_path: 'src/checkout/send.ts',
        old_string: 'randomUUID()',
        new_string: 'charge.key',
      }),
    ])
    .result('toolu_01Edit', 'The file src/checkout/send.ts has been updated.')
    .model('m4', [
      call('toolu_01LsN9kQ', 'Bash', {
        command: 'npm test -- test/checkout',
        description: 'Run the checkout tests',
      }),
    ])
    .user('Wait. Did you see that `retry` also swallows the timeout?').records
}

/** A result stands behind another turn. @param {string} cwd */
function displaced(cwd) {
  return talk(cwd, '5e0b7c31-90d2-4b55-a3fe-0cc2e71d9b6f')
    .user('Write a page on how we name branches, from the last fifty of them.')
    .model('m1', [
      text('First the branches.'),
      call('toolu_02Log', 'Bash', { command: 'git branch -r --sort=-committerdate | head -50' }),
    ])
    .user('Only those that were merged.')
    .result('toolu_02Log', 'origin/fix/cart-total\norigin/feature/gift-cards\norigin/chore/node-22\n…')
    .model('m2', [text('Three prefixes cover nearly all of them: fix, feature and chore.')])
    .user('Good. Put that into docs/branches.md.').records
}

/** @param {string} cwd @param {string} id @param {string} question @param {number} rounds */
function sound(cwd, id, question, rounds) {
  const own = talk(cwd, id).user(question)
  for (let round = 0; round < rounds; round++)
    own
      .model(`m${round}`, [
        text(`Step ${round + 1}: I look at the next file.`),
        call(`toolu_${round}`, round % 3 === 0 ? 'Bash' : 'Read', { file_path: `src/part-${round}.ts` }),
      ])
      .result(`toolu_${round}`, `export const part${round} = ${round}\n`.repeat((round % 4) + 1))
  return own.model('end', [text('Done: the tests pass.')]).records
}

/** One result is there twice. @param {string} cwd @returns {readonly Json[]} */
function codex(cwd) {
  const id = '01a1f262-7e57-7522-93bf-584d7aebf4cd'
  const record = (/** @type {string} */ type, /** @type {Json} */ payload) => ({
    timestamp: stamp(),
    type,
    payload,
  })
  const item = (/** @type {Json} */ payload) => record('response_item', payload)
  const said = (/** @type {string} */ role, /** @type {string} */ words) =>
    item({
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: words }],
    })
  return [
    record('session_meta', {
      session_id: id,
      id,
      timestamp: '2026-11-18T09:00:00Z',
      cwd,
      originator: 'codex_cli_rs',
      cli_version: '0.124.0',
      source: 'cli',
      model_provider: 'openai',
    }),
    said('user', 'Check all links of the handbook.'),
    item({
      type: 'function_call',
      name: 'exec_command',
      arguments: '{"cmd":"npx linkinator docs"}',
      call_id: 'call_1',
    }),
    item({ type: 'function_call_output', call_id: 'call_1', output: '212 links, 3 broken' }),
    item({ type: 'function_call_output', call_id: 'call_1', output: '212 links, 0 broken' }),
    said('user', 'And now?'),
  ]
}

/** @param {string} cwd @returns {readonly Json[]} */
function openclaw(cwd) {
  const message = (
    /** @type {string} */ id,
    /** @type {string | null} */ parentId,
    /** @type {Json} */ held,
  ) => ({ type: 'message', id, parentId, timestamp: stamp(), message: { ...held, timestamp: 1 } })
  return [
    { type: 'session', version: 3, id: 'a562eea8-0000-4000-8000-000000000000', timestamp: stamp(), cwd },
    message('u1', null, {
      role: 'user',
      content: [text('Watch the deploy and tell me when it is through.')],
    }),
    message('a1', 'u1', {
      role: 'assistant',
      content: [text('It is through since 10:42.')],
      api: 'openai-completions',
      provider: 'deepseek',
      model: 'deepseek-chat',
      usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 },
      stopReason: 'stop',
    }),
  ]
}
