import { readFileSync } from 'node:fs'
import { apply, invert, repair } from '@mortise/core'

// Mends the conversation beside this file, then takes the repair back.
const request = JSON.parse(readFileSync(new URL('broken.json', import.meta.url), 'utf8'))
const { document, report } = repair(request, { api: 'anthropic' })
const undone = apply(document, invert(report.plan))
if (!undone.ok) throw undone.error

const isBack = JSON.stringify(undone.value) === JSON.stringify(request)
console.log(`edits: ${report.plan.edits.length}, restored: ${isBack}`)
