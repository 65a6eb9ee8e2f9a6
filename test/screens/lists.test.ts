import { ruleNames } from '@mortise/core'
import { expect, test } from 'vitest'
import { mortise } from './run.ts'

test('the rules', () => {
  const { stdout, stderr, exit } = mortise(['rules'])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  expect(stdout).toMatch(/^RULE +EVIDENCE {2}FAULT\n/)
  expect(stdout).toMatch(/^call-without-result +live +A call has no result$/m)
  expect(stdout).toMatch(/^unreadable +- +\S/m)
  expect(stdout).toMatch(/^parent-cycle +- +A record follows itself \(in a session\)$/m)
  const { schema, command, target, rules } = JSON.parse(mortise(['rules', '--json']).stdout)
  expect({ schema, command, target }).toEqual({
    schema: 'mortise/1',
    command: 'rules',
    target: { kind: 'catalogue' },
  })
  expect(rules.map(({ name }: { name: string }) => name)).toEqual([
    ...ruleNames,
    'compaction-start-missing',
    'history-cut',
    'number-missing',
    'number-out-of-step',
    'parent-cycle',
    'parent-missing',
    'result-off-path',
    'rewind-target-missing',
    'second-root',
    'session-unseen',
  ])
  expect(rules).toContainEqual(
    expect.objectContaining({
      name: 'call-without-result',
      title: expect.any(String),
      apis: expect.objectContaining({ anthropic: expect.objectContaining({ severity: 'refused' }) }),
    }),
  )
})

test('the rules of one API', () => {
  const { stdout, exit } = mortise(['rules', '--api', 'anthropic'])
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^RULE +SEVERITY {2}EVIDENCE {2}FAULT\n/)
  expect(stdout).toMatch(/^call-without-result +refused +(live|quoted|source|docs|reported) +\S/m)
  expect(stdout).toMatch(/^results-split +advice /m)
  const { target, rules } = JSON.parse(mortise(['rules', '--api', 'anthropic', '--json']).stdout)
  expect(target).toEqual({ kind: 'catalogue', format: 'anthropic-messages', api: 'anthropic' })
  expect(rules[0]).toMatchObject({
    name: expect.any(String),
    severity: expect.any(String),
    evidence: expect.any(String),
  })
})

test('the APIs', () => {
  const { stdout, exit } = mortise(['apis'])
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^API +FORMAT +RULES {2}TITLE\n/)
  expect(stdout).toMatch(/^anthropic +anthropic-messages +\d+ +\S/m)
  expect(JSON.parse(mortise(['apis', '--json']).stdout).apis).toContainEqual(
    expect.objectContaining({
      name: 'openai',
      format: 'openai-chat',
      rules: expect.arrayContaining(['call-without-result']),
    }),
  )
})

test('the formats', () => {
  const { stdout, exit } = mortise(['formats'])
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^FORMAT +FIRST-PARTY API +TITLE\n/)
  expect(stdout).toMatch(/^openai-chat +openai +\S/m)
  expect(JSON.parse(mortise(['formats', '--json']).stdout)).toMatchObject({ command: 'formats' })
})
