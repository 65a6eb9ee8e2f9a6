import { expect, test } from 'vitest'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { Store } from '../../stores/contract/store.ts'
import { stores } from '../../stores/index.ts'
import type { Invocation } from '../program/command.ts'
import { screenOn } from '../screen/screen.ts'
import { styleOf } from '../screen/style.ts'
import { contextOf } from './context.ts'
import { homeRound } from './doctor.ts'

test('what is said about one agent is said before the next is looked at', () => {
  const told: string[] = []
  const [store] = stores
  const agents = ['One', 'Second'].map((title) => ({ ...store, title }) as Store)
  const here = { ...(store as Store), places: () => [{ folder: '/', isSession: () => false }] }
  const context: SessionContext = {
    ...contextOf({ home: '/nowhere' }),
    agents: agents.map((agent) => ({ ...here, title: agent.title })),
    find: ({ title }) => {
      told.push(`looks for ${title}`)
      return { found: [], closed: [], foreign: [], archives: 0 }
    },
  }
  const screen = screenOn({ write: (text: unknown) => told.push(String(text)) > 0 }, styleOf({}, {}, true))
  const flags = { json: false, batch: false, plain: true, quiet: false, help: false, version: false }
  const invocation: Invocation = { flags, words: [], program: 'mortise', out: screen, story: screen }
  homeRound(invocation, context)
  expect(told).toEqual([
    'looks for One',
    'One     no sessions\n',
    'looks for Second',
    'Second  no sessions\n',
  ])
})
