import { call, kept, model, result, text, tool, user } from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const summary = '1. Previous Conversation:'
const lost = 'tooluse_Y1KV8wGGRRaPqg_y8Sjfiw'
const words = "[read_file for 'packages/core/package.json', "

const cases: readonly Case[] = [
  {
    name: 'the problem: compression lost the call and kept its result',
    apis: ['openai', 'deepseek'],
    broken: [model(summary), tool(lost, words)],
    found: [['result-without-call', '1', [lost]]],
    keep: [model(summary), user(kept(lost, words))],
    drop: [model(summary)],
  },
  sound(
    'scenario 1: a pair of call and result',
    ['anthropic', 'anthropic-strict'],
    [model(call('tool_1', 'read_file')), user(result('tool_1', '...'))],
  ),
  {
    name: 'scenario 2: a result that compression left alone',
    apis: ['anthropic', 'anthropic-strict'],
    broken: [user('Previous conversation...'), user(result('tool_1', '...'))],
    found: [['result-without-call', '1.content.0', ['tool_1']]],
    keep: [user('Previous conversation...'), user(text(kept('tool_1', '...')))],
    drop: [user('Previous conversation...')],
  },
]

mends(cases)
