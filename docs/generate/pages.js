import { readFileSync } from 'node:fs'
import { apiNames } from './api-names.js'
import { apiList, apiPages, apiTable, checkedTable } from './apis.js'
import { configSchemaFile, configTable } from './config.js'
import { picture } from './picture.js'
import { reference } from './reference.js'
import { ruleNamesFile, ruleWordsFile } from './rule-names.js'
import { ruleList, rulePages } from './rules.js'
import { sessionRuleList, sessionRulePages } from './session-rules.js'
import { shapeNamesFile } from './shape-names.js'
import { storesPage } from './stores.js'

/** The folders whose Markdown is all written from the code. */
export const ownFolders = ['docs/rules', 'docs/apis']

/** Everything that is written from the code: paths from the root, and texts. */
export function pages(root) {
  return new Map([
    ...rulePages(root),
    ...sessionRulePages(),
    ...apiPages(),
    ['core/src/model/api-name.ts', apiNames()],
    ruleNamesFile(root),
    shapeNamesFile(root),
    ruleWordsFile(root),
    ['docs/api.md', reference(root)],
    ['docs/picture.svg', picture()],
    ['docs/stores.md', storesPage()],
    ['docs/mortise.schema.json', configSchemaFile()],
    filled(root, 'docs/config.md', { members: configTable() }),
    filled(root, 'docs/evidence.md', { checked: checkedTable() }),
    filled(root, 'README.md', { apis: apiTable() }),
    filled(root, 'docs/contract.md', {
      rules: ruleList(),
      'session-rules': sessionRuleList(),
      apis: apiList(),
    }),
  ])
}

/** A page by hand, with tables between `<!-- name -->` and `<!-- /name -->`. */
function filled(root, path, tables) {
  let text = readFileSync(new URL(path, root), 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [before, rest] = text.split(begin)
    const after = rest?.split(end)[1]
    if (after === undefined) throw new Error(`${path} has no ${begin} … ${end}.`)
    text = `${before}${begin}\n\n${table}\n\n${end}${after}`
  }
  return [path, text]
}
