// @ts-check
import { existsSync } from 'node:fs'

/** The Chromium of this machine: the one that `CHROMIUM_PATH` names, the system's, or one that npm installed. */
export function chromiumPath() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH !== undefined) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  const usual = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ]
  return usual.find((path) => existsSync(path))
}

export const howToGet =
  '`npm ci --prefix test/window` installs the driver, and `apt-get install chromium` the browser; `CHROMIUM_PATH` names another one'
