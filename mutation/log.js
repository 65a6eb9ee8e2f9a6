// @ts-check
import { appendFileSync, mkdirSync } from 'node:fs'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const folder = 'mutation/reports'

/** Writes down each verdict at once, so that one can read on while the run goes on. */
class Log {
  onDryRunCompleted() {
    mkdirSync(folder, { recursive: true })
  }

  /** @param {import('@stryker-mutator/api/core').MutantResult} mutant */
  onMutantTested({ fileName, location, mutatorName, replacement, status, static: isStatic, killedBy }) {
    const verdict = { status, fileName, location, mutatorName, replacement, isStatic, killedBy }
    appendFileSync(`${folder}/log.jsonl`, `${JSON.stringify(verdict)}\n`)
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'log', Log)]
