import { describe, expect, test } from 'vitest'
import { builtIn } from './built-in.ts'
import { readScenario, readScenarios, ScenarioError } from './scenario.ts'

const step = {
  say: [{ thinking: 'a' }, { text: 'b' }, { call: { name: 'c', input: {}, id: 'd' } }, { call: {} }],
}
const whole = { ...step, stop: 'length', interleave: true, piece: 1, delay: 0, pause: 0, cut: 0 }

describe('what is read', () => {
  test.each([
    ['a step', whole, [whole]],
    ['steps', [{}, step], [{}, step]],
    [
      'a failure',
      { fail: { status: 529, message: 'x', after: 0 } },
      [{ fail: { status: 529, message: 'x', after: 0 } }],
    ],
  ])('%s', (_, value, scenario) => {
    expect(readScenario(value, 'x')).toEqual(scenario)
  })

  test('scenarios by name', () => {
    expect(readScenarios({ a: {}, b: [step] })).toEqual({ a: [{}], b: [step] })
  })

  test('what is always there can be read too', () => {
    expect(readScenarios(builtIn)).toEqual(builtIn)
  })
})

test.each([
  [7, 'x is no step: it is an object such as {"say":[{"text":"Hi"}]}.'],
  [[], 'x has no step.'],
  [[{}, null], 'x[1] is no step: it is an object such as {"say":[{"text":"Hi"}]}.'],
  [
    { wait: 1 },
    'x has no member `wait`; it takes say, stop, interleave, fail, account, piece, delay, pause, cut.',
  ],
  [{ piece: 0 }, 'x.piece is a whole number, 1 or more.'],
  [{ pause: -1 }, 'x.pause is a whole number, 0 or more.'],
  [{ delay: '1' }, 'x.delay is a whole number, 0 or more.'],
  [{ cut: 1.5 }, 'x.cut is a whole number, 0 or more.'],
  [{ stop: 'end' }, 'x.stop takes "length" alone.'],
  [{ interleave: 1 }, 'x.interleave is true or false.'],
  [{ say: {} }, 'x.say is a list.'],
  [{ say: ['a'] }, 'x.say[0] is {"text":"…"}, {"thinking":"…"} or {"call":{"name":"…","input":{…}}}.'],
  [
    { say: [{ text: 'a', thinking: 'b' }] },
    'x.say[0] is {"text":"…"}, {"thinking":"…"} or {"call":{"name":"…","input":{…}}}.',
  ],
  [
    { say: [{ text: 1 }] },
    'x.say[0] is {"text":"…"}, {"thinking":"…"} or {"call":{"name":"…","input":{…}}}.',
  ],
  [{ say: [{ call: { args: {} } }] }, 'x.say[0].call has no member `args`; it takes name, input, id.'],
  [{ say: [{ call: { name: '' } }] }, 'x.say[0].call.name is a text.'],
  [{ say: [{ call: { id: 1 } }] }, 'x.say[0].call.id is a text.'],
  [{ say: [{ call: { input: [] } }] }, 'x.say[0].call.input is an object.'],
  [{ fail: true }, 'x.fail is an object such as {"status":529}.'],
  [{ fail: { code: 1 } }, 'x.fail has no member `code`; it takes status, message, after.'],
  [{ fail: { status: 200 } }, 'x.fail.status is a number from 400 to 599.'],
  [{ fail: { message: 1 } }, 'x.fail.message is a text.'],
  [{ account: 'ancient' }, 'x.account is "new" or "old".'],
  [{ fail: { after: -1 } }, 'x.fail.after is a whole number, 0 or more.'],
])('%j is refused', (value, sentence) => {
  expect(() => readScenario(value, 'x')).toThrow(new ScenarioError(sentence))
})

test('scenarios that are no object are refused', () => {
  expect(() => readScenarios([])).toThrow('Scenarios are an object: name → steps.')
})
