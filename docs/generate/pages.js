import { readFileSync } from 'node:fs'
import { apiPages, apiTable } from './apis.js'
import { rulePages } from './rules.js'

/** The folders whose Markdown is all written from the code. */
export const ownFolders = ['docs/rules', 'docs/apis']

/** Everything that is written from the code: paths from the root, and texts. */
export function pages(root) {
  return new Map([...rulePages(root), ...apiPages(), ['README.md', readme(root)]])
}

const begin = '<!-- apis -->'
const end = '<!-- /apis -->'

function readme(root) {
  const text = readFileSync(new URL('README.md', root), 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`README.md has no ${begin} … ${end}.`)
  return `${before}${begin}\n\n${apiTable()}\n\n${end}${after}`
}
