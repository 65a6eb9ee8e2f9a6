import { call, missing, model, result, user } from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const apis = ['anthropic', 'anthropic-strict']

const dataFlow = [
  user('read file.ts'),
  model(call('toolu_001', 'read')),
  user(result('toolu_001', 'export {}')),
  model(call('toolu_002', 'write')),
]

const severalCalls = [user('read both'), model(call('a'), call('b')), user(result('a'))]

const mixed = [user('write it'), model('Let me write it.', call('a', 'write'))]

const partial = [
  user('read both'),
  model('Reading both.', call('a'), call('b')),
  user(result('a')),
  user('go on'),
]

const cases: readonly Case[] = [
  sound('an empty list', apis, [], 'rest'),
  sound('no calls', apis, [user('hello'), model('Hello.'), user('bye')], 'rest'),
  sound('every call has its result', apis, [user('read'), model(call('a')), user(result('a'))], 'rest'),
  {
    name: 'several calls, one without a result',
    apis,
    tail: 'rest',
    broken: severalCalls,
    found: [['call-without-result', '1', ['b']]],
    keep: [user('read both'), model(call('a'), call('b')), user(result('a'), missing('b'))],
    'drop-turn': [user('read both')],
  },
  {
    name: 'text beside a call without a result',
    apis,
    tail: 'rest',
    broken: mixed,
    found: [['call-without-result', '1', ['a']]],
    keep: [...mixed, user(missing('a'))],
    'drop-turn': [user('write it')],
  },
  {
    name: 'the data flow example: `toolu_002` was running when the session crashed',
    apis,
    tail: 'rest',
    broken: dataFlow,
    found: [['call-without-result', '3', ['toolu_002']]],
    keep: [...dataFlow, user(missing('toolu_002'))],
    'drop-turn': dataFlow.slice(0, 3),
  },
  {
    name: 'a partial batch: no result stays behind without its call',
    apis,
    tail: 'rest',
    broken: partial,
    found: [['call-without-result', '1', ['b']]],
    keep: [partial[0]!, partial[1]!, user(result('a'), missing('b')), partial[3]!],
    'drop-turn': [user('read both'), user('go on')],
  },
]

mends(cases)
