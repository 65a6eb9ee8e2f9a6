import { calls, missingTool, model, tool, user } from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const apis = ['openai', 'deepseek']
const hey = user('HEY')

// What the second call of the id `a` is called where the first keeps it: always the same.
const second = 'oDsgqv2EO'

const cases: readonly Case[] = [
  {
    name: 'two calls, a user message, one result: the user message stays',
    apis,
    broken: [user('go'), calls('a', 'b'), hey, tool('a'), user('next')],
    found: [
      ['call-without-result', '1', ['b']],
      ['result-out-of-place', '3', ['a']],
    ],
    keep: [user('go'), calls('a', 'b'), tool('a'), missingTool('b'), hey, user('next')],
    drop: [user('go'), calls('a'), tool('a'), hey, user('next')],
  },
  {
    name: 'a user message between call and result: the order is mended',
    apis,
    broken: [user('go'), calls('a'), hey, tool('a'), user('next')],
    found: [['result-out-of-place', '3', ['a']]],
    keep: [user('go'), calls('a'), tool('a'), hey, user('next')],
    drop: [user('go'), calls('a'), tool('a'), hey, user('next')],
  },
  {
    name: 'a result after the model spoke again: the real result stays',
    apis,
    broken: [user('go'), calls('a'), hey, model('Hello.'), tool('a'), user('next')],
    found: [['result-out-of-place', '4', ['a']]],
    keep: [user('go'), calls('a'), tool('a'), hey, model('Hello.'), user('next')],
    drop: [user('go'), calls('a'), tool('a'), hey, model('Hello.'), user('next')],
  },
  {
    name: 'two calls with one id: the second gets one of its own',
    apis,
    broken: [user('go'), calls('a', 'a'), tool('a', 'one'), tool('a', 'two'), user('next')],
    found: [['duplicate-call-id', '1.tool_calls.1', ['a']]],
    keep: [user('go'), calls('a', second), tool('a', 'one'), tool(second, 'two'), user('next')],
    drop: [user('go'), calls('a', second), tool('a', 'one'), tool(second, 'two'), user('next')],
  },
  {
    name: 'two calls with one id and no result',
    apis,
    broken: [user('go'), calls('a', 'a'), user('next')],
    found: [
      ['call-without-result', '1', ['a']],
      ['call-without-result', '1', ['a']],
      ['duplicate-call-id', '1.tool_calls.1', ['a']],
    ],
    keep: [user('go'), calls('a', second), missingTool('a'), missingTool(second), user('next')],
    drop: [user('go'), user('next')],
  },
  sound('blocks of another format are not touched beside calls of its own', apis, [
    user('go'),
    calls('a1'),
    tool('a1'),
    model('Reading.', { type: 'tool_use', id: 'a', name: 'read', input: {} }),
    user('next'),
  ]),
  {
    name: 'three calls without results: stand-ins in the order of the calls',
    apis,
    broken: [user('go'), calls('a1', 'b2', 'c3'), user('next')],
    found: [
      ['call-without-result', '1', ['a1']],
      ['call-without-result', '1', ['b2']],
      ['call-without-result', '1', ['c3']],
    ],
    keep: [
      user('go'),
      calls('a1', 'b2', 'c3'),
      missingTool('a1'),
      missingTool('b2'),
      missingTool('c3'),
      user('next'),
    ],
    drop: [user('go'), user('next')],
  },
]

mends(cases)
