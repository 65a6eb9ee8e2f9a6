import { writeFileSync } from 'node:fs'
import { ruleNamesFile, ruleWordsFile } from './rule-names.js'
import { shapeNamesFile } from './shape-names.js'

const root = new URL('../../', import.meta.url)

// A new rule or shape does not compile before its name is written: this script reads sources alone and runs before the build.
for (const [path, text] of [ruleNamesFile(root), ruleWordsFile(root), shapeNamesFile(root)])
  writeFileSync(new URL(path, root), text)
