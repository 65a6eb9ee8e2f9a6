import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

/** The rules that records can break: order, roles and contents are seen to as they are sent. */
export const concerns: readonly RuleName[] = ['call-without-result', 'duplicate-call-id']

/** Version 1 answers open calls as it sends them; version 2 marks them as failed before it goes on. The rows stay. */
export const copes: readonly Coping[] = [{ does: 'heals', rules: ['call-without-result'] }]
