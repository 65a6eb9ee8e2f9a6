#!/usr/bin/env node
const { statSync } = require('node:fs')
const { enableCompileCache } = require('node:module')

const bundle = `${__dirname}/../dist/bundle/main.cjs`
const builds = [`${__dirname}/../dist/.tsbuildinfo`, `${__dirname}/../../core/dist/.tsbuildinfo`]

if (isBundled()) {
  // From Node 22.1 on, what was compiled once is kept for the next start.
  enableCompileCache?.()
  require(bundle)
} else {
  import('../dist/main.js').catch((error) => {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
    process.stderr.write('mortise: This copy is not built yet.\nhint: npm run build\n')
    process.exitCode = 70
  })
}

/** Whether there is a bundle; in a checkout, one that is not older than what was compiled since. */
function isBundled() {
  const made = timeOf(bundle)
  return made > 0 && builds.every((build) => timeOf(build) <= made)
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
