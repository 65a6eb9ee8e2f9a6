import { calls, kept, missingTool, tool, user } from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const apis = ['deepseek', 'openai']

const interrupted = [user('请列出文件'), calls('call_1')]
const orphan = [tool('orphan_id', '...')]
const thought = { reasoning_content: '先看目录' }
const partial = [calls('call_1', 'call_2'), tool('call_1', '...')]

const cases: readonly Case[] = [
  sound('D1, rule 1, valid: a call and its result', apis, [calls('call_1'), tool('call_1', '...')]),
  {
    name: 'D1, rule 1, invalid: no tool message follows',
    apis,
    broken: interrupted,
    found: [['call-without-result', '1', ['call_1']]],
    keep: [...interrupted, missingTool('call_1')],
    'drop-turn': [user('请列出文件')],
  },
  sound('D1, rule 2, valid: a result and its call', apis, [calls('call_1'), tool('call_1', '...')]),
  {
    name: 'D1, rule 2, invalid: a tool message on its own',
    apis,
    broken: [user('请列出文件'), ...orphan],
    found: [['result-without-call', '1', ['orphan_id']]],
    keep: [user('请列出文件'), user(kept('orphan_id', '...'))],
    'drop-turn': [user('请列出文件')],
  },
  sound('D1, rule 3, valid: every call of a batch is answered', apis, [
    calls('call_1', 'call_2'),
    tool('call_1', '...'),
    tool('call_2', '...'),
  ]),
  {
    name: 'D1, rule 3, invalid: `call_2` is not answered',
    apis,
    broken: [user('请列出文件'), ...partial],
    found: [['call-without-result', '1', ['call_2']]],
    keep: [user('请列出文件'), ...partial, missingTool('call_2')],
    'drop-turn': [user('请列出文件')],
  },
  {
    name: 'D1, rule 2, invalid, nothing but the tool message',
    apis,
    broken: orphan,
    found: [['result-without-call', '0', ['orphan_id']]],
    keep: [user(kept('orphan_id', '...'))],
  },
  {
    name: 'D1, rule 3, invalid, nothing but the calls and one result',
    apis,
    broken: partial,
    found: [['call-without-result', '0', ['call_2']]],
    keep: [...partial, missingTool('call_2')],
  },
  {
    name: 'D4: a result behind what the user said goes back to its call',
    apis,
    broken: [user('请列出文件'), calls('call_1'), user('快一点'), tool('call_1', '...')],
    found: [['result-out-of-place', '3', ['call_1']]],
    keep: [user('请列出文件'), calls('call_1'), tool('call_1', '...'), user('快一点')],
    drop: [user('请列出文件'), calls('call_1'), tool('call_1', '...'), user('快一点')],
  },
  {
    name: 'D5: reasoning stays beside the calls that it led to',
    apis: ['deepseek'],
    broken: [user('请列出文件'), { ...calls('call_1', 'call_2'), ...thought }, tool('call_1', '...')],
    found: [['call-without-result', '1', ['call_2']]],
    keep: [
      user('请列出文件'),
      { ...calls('call_1', 'call_2'), ...thought },
      tool('call_1', '...'),
      missingTool('call_2'),
    ],
    drop: [user('请列出文件'), { ...calls('call_1'), ...thought }, tool('call_1', '...')],
  },
]

mends(cases)
