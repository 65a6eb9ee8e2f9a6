import { describe } from 'vitest'
import type { Message } from './build.ts'
import { type Case, mends } from './mends.ts'

const apis = ['openai-responses']
const user = { role: 'user', content: 'go' }
const said = { role: 'assistant', content: 'on it' }
const done = { role: 'assistant', content: 'done' }
const thought = { type: 'reasoning', id: 'rs_1', summary: [] }
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
const call = (id: string, name?: string): Message => ({
  type: 'function_call',
  ...(name === undefined ? {} : { id: name }),
  call_id: id,
  name: 'read',
  arguments: '{}',
})
const output = (id: string, words = 'ok'): Message => ({
  type: 'function_call_output',
  call_id: id,
  output: words,
})
const missing = (id: string): Message =>
  output(id, '[no result was recorded; the tool may or may not have run: check before repeating]')

const turns: readonly Case[] = [
  {
    name: 'reasoning goes with the very item that it led to, a turn with all that the model did in it',
    apis,
    broken: [user, thought, call('a', 'fc_1'), call('b', 'fc_2'), output('b'), done],
    found: [['call-without-result', '2', ['a']]],
    keep: [user, thought, call('a', 'fc_1'), call('b', 'fc_2'), output('b'), missing('a'), done],
    drop: [user, call('b', 'fc_2'), output('b'), done],
    'drop-turn': [user, done],
  },
  {
    name: 'what the provider did stays, and so do other turns',
    apis,
    broken: [user, call('a'), output('a'), search, said, call('b'), user],
    found: [['call-without-result', '5', ['b']]],
    keep: [user, call('a'), output('a'), search, said, call('b'), missing('b'), user],
    drop: [user, call('a'), output('a'), search, said, user],
    'drop-turn': [user, call('a'), output('a'), search, user],
  },
]

describe('items of one turn', () => mends(turns))
