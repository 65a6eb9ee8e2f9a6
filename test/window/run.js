// @ts-check
import { runApart } from '../apart.js'
import { chromiumPath, howToGet } from './chromium.js'

// Drives the page in a real browser.
process.exitCode =
  (await chromiumPath()) === undefined
    ? withoutBrowser()
    : runApart(
        'window',
        { MORTISE_WINDOW: '1' },
        { needs: 'a browser and its driver', without: 'the page was not tried in a browser' },
      )

/** Says how to get a browser; where everything has to be tested, that is a failure. */
function withoutBrowser() {
  const isNeeded = process.env.CI === 'true'
  process.stdout.write(
    `${isNeeded ? 'CI must have a browser' : 'skipped: there is no browser'}; ${howToGet}.\n`,
  )
  return isNeeded ? 1 : 0
}
