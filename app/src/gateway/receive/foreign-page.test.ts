import { expect, test } from 'vitest'
import { isForeignPage } from './foreign-page.ts'

test.each([
  [[], false],
  [['origin', 'https://example.com'], true],
  [['Origin', 'http://example.com:4141'], true],
  [['origin', 'http://127.0.0.1.example.com'], true],
  [['origin', 'http://[::2]:80'], true],
  [['origin', 'https://'], true],
  [['origin', 'http://localhost:3000'], false],
  [['origin', 'http://127.0.0.1'], false],
  [['origin', 'http://[::1]:8080'], false],
  // Programs with a page inside, which are no web pages.
  [['origin', 'null'], false],
  [['origin', 'app://desk'], false],
  [['origin', 'vscode-webview://1'], false],
])('%j: %s', (headers, isForeign) => {
  expect(isForeignPage(headers)).toBe(isForeign)
})
