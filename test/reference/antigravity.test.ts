import { call, missing, model, result, text, user } from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const apis = ['anthropic', 'anthropic-strict']
const orphan = 'toolu_vrtx_01QuNj422YNisi98Q28Z5adY'
const signed = 'call_0123456789abcdef01234567__thought__EqQBCkYI'
const plain = 'call_0123456789abcdef01234567'

const helped = model('Let me help you', call(orphan))
const thanked = {
  broken: [user('Hello'), helped, user('Thanks')],
  found: [['call-without-result', '1', [orphan]]],
  drop: [user('Hello'), model(text('Let me help you')), user('Thanks')],
} as const

const pair = model(call('toolu_paired'), call('toolu_orphan'))
const spoken = model('I will use two tools', call('toolu_paired'), call('toolu_orphan'))

const cases: readonly Case[] = [
  {
    ...thanked,
    name: 'test 1: a call without a result',
    apis: ['anthropic'],
    keep: [user('Hello'), helped, user(missing(orphan)), user('Thanks')],
  },
  {
    ...thanked,
    name: 'test 1: a call without a result',
    apis: ['anthropic-strict'],
    keep: [user('Hello'), helped, user(missing(orphan), 'Thanks')],
  },
  sound('test 2: a pair', apis, [model(call('toolu_123')), user(result('toolu_123'))]),
  {
    name: 'test 3: a pair and a call without a result',
    apis,
    broken: [pair, user(result('toolu_paired'))],
    found: [['call-without-result', '0', ['toolu_orphan']]],
    keep: [pair, user(result('toolu_paired'), missing('toolu_orphan'))],
    drop: [model(call('toolu_paired')), user(result('toolu_paired'))],
  },
  {
    name: 'supplement, test 1: a call without a result at the end',
    apis,
    broken: [user('Hello'), model('I will use a tool', call(orphan))],
    found: [['call-without-result', '1', [orphan]]],
    keep: [user('Hello'), model('I will use a tool', call(orphan)), user(missing(orphan))],
    drop: [user('Hello'), model(text('I will use a tool'))],
  },
  sound('supplement, test 2: a call and its result', apis, [
    user('Hello'),
    model('I will use a tool', call('toolu_123', 'test_tool')),
    user(result('toolu_123')),
  ]),
  {
    name: 'supplement, test 3: a pair and a call without a result',
    apis,
    broken: [user('Hello'), spoken, user(result('toolu_paired'))],
    found: [['call-without-result', '1', ['toolu_orphan']]],
    keep: [user('Hello'), spoken, user(result('toolu_paired'), missing('toolu_orphan'))],
    drop: [user('Hello'), model('I will use two tools', call('toolu_paired')), user(result('toolu_paired'))],
  },
  sound('both ids carry the signature', apis, [user('go'), model(call(signed)), user(result(signed))]),
  {
    name: 'only the id of the call carries the signature',
    apis,
    broken: [user('go'), model(call(signed)), user(result(plain, 'done'))],
    found: [['result-without-call', '2.content.0', [plain], 'low']],
    keep: [user('go'), model(call(signed)), user(result(signed, 'done'))],
    drop: [user('go'), model(call(signed)), user(result(signed, 'done'))],
  },
]

mends(cases)
