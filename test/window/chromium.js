// @ts-check
import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/**
 * The Chromium that the page is tried in: the one that `CHROMIUM_PATH` names, the system's, or the one out of npm, which is
 * unpacked on its first use. Undefined where there is none.
 *
 * @returns {Promise<string | undefined>}
 */
export async function chromiumPath() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH !== undefined) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  const own = usual.find((path) => existsSync(path))
  if (own !== undefined) return own
  try {
    // By a name that the compiler does not follow: the package is there or not.
    const name = String('@sparticuz/chromium')
    const { default: chromium } = await import(name)
    return await chromium.executablePath()
  } catch {
    // Not installed, or not made for this machine.
    return undefined
  }
}

export const howToGet =
  '`npm ci --prefix test/window` installs the driver and a browser; `CHROMIUM_PATH` names another one, and `apt-get install chromium` has one too'
