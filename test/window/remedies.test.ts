import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answer, call, header, text, user } from '../stores/pi-records.ts'
import { makeHouse } from '../transition/house.ts'
import { endAfterwards, openPage, showSession, startUi } from './browser.ts'

endAfterwards()

test('of two faults of one rule, one call goes and the other is answered; both come back', async () => {
  const house = makeHouse()
  const records = [
    header({ id: 'a562eea8-0000-4000-8000-000000000001' }),
    user('u1', null, 'go'),
    answer('a1', 'u1', [text('so'), call('call_1'), call('call_2', 'read')]),
    user('u2', 'a1', 'and?'),
    answer('a2', 'u2', [text('done')]),
  ]
  const path = house.write('main', 'a562eea8-0000-4000-8000-000000000001', records)
  const before = readFileSync(path, 'utf8')
  const page = await openPage()
  await showSession(page, await startUi(house.folder), path)
  await page.keyboard.press('m')
  await page.locator('.change.insert').nth(1).waitFor()
  await page.getByText('One by one').click()
  await page.getByLabel('Remedy for call-without-result call_1').selectOption('drop')
  await expect.poll(() => page.locator('.change.insert').count(), { timeout: 15_000 }).toBe(1)
  await page.getByRole('button', { name: 'Mend the session' }).click()
  await page.locator('.note.good').waitFor()
  const mended = readFileSync(path, 'utf8')
  expect(mended).not.toContain('call_1')
  expect(mended.match(/call_2/g)).toHaveLength(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 15_000 }).toBe(before)
})
