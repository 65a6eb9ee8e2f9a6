import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { WindowDoor } from './door.ts'

const token = 'a-token-of-some-length'

function request(url: string, headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  return { url, headers } as unknown as IncomingMessage
}

function makeDoor(): { readonly door: WindowDoor; readonly pauses: number[] } {
  const pauses: number[] = []
  const door = new WindowDoor(
    () => token,
    async (pause) => void pauses.push(pause),
  )
  return { door, pauses }
}

test.each([
  ['the right token', `/?token=${token}`, 'token'],
  ['a wrong token', '/?token=other', 'wrong'],
  ['an empty token', '/?token=', 'wrong'],
  ['no token and no cookie', '/', 'none'],
])('%s', async (_, url, entry) => {
  expect(await makeDoor().door.look(request(url))).toBe(entry)
})

test('the cookie lets in, and neither the token in its place nor a part of it does', async () => {
  const { door } = makeDoor()
  const [pair = ''] = door.cookie().split(';')
  const [name, value = ''] = pair.split('=')
  const look = (cookie: string): Promise<string> => door.look(request('/', { cookie }))
  expect(await look(`other=1; ${pair}`)).toBe('inside')
  expect(await look(`${name}=${token}`)).toBe('wrong')
  expect(await look(`${name}=${value.slice(1)}`)).toBe('wrong')
  expect(door.cookie()).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/)
})

test('another token puts out the browsers that came by the earlier one', async () => {
  let current = token
  const door = new WindowDoor(() => current)
  const cookie = door.cookie().split(';')[0] ?? ''
  expect(await door.look(request('/', { cookie }))).toBe('inside')
  current = 'a-token-after-a-leak'
  expect(await door.look(request('/', { cookie }))).toBe('wrong')
})

test('without a token nobody is let in, also not by an empty one', async () => {
  const door = new WindowDoor(
    () => '',
    async () => undefined,
  )
  expect(await door.look(request('/?token='))).toBe('wrong')
})

test('each wrong token waits longer than the one before, and a right one never waits', async () => {
  const { door, pauses } = makeDoor()
  for (let time = 0; time < 8; time++) await door.look(request('/?token=wrong'))
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
  expect(await door.look(request(`/?token=${token}`))).toBe('token')
  expect(pauses).toHaveLength(8)
})

test('a change has a token of its own', () => {
  const { door } = makeDoor()
  const isOwn = (value?: string): boolean =>
    door.isOwnChange(request('/', value === undefined ? {} : { 'x-mortise-change': value }))
  expect([isOwn(door.change), isOwn(token), isOwn(''), isOwn()]).toEqual([true, false, false, false])
})
