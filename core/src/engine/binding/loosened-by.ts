import type { Facts } from '../../model/facts.ts'
import type { Policy } from '../../model/policy.ts'
import { readAll } from '../reading.ts'
import { partContext, type Task } from '../task.ts'
import { loosenedIn } from './loosened.ts'
import { bindingContext, boundRule } from './unbind.ts'

/** Whether the API binds reasoning to what stands before it, and a policy lets it go. */
export function isBinding(task: Task, policy: Policy, facts?: Facts): boolean {
  if (task.api.rulebook.rows[boundRule] === undefined) return false
  return bindingContext(partContext(task, [], facts), policy) !== undefined
}

/** The blocks of reasoning in a changed document that are bound to something else, if the API binds them. */
export function loosenedBy(task: Task, policy: Policy, after: unknown, facts?: Facts): readonly unknown[] {
  if (!isBinding(task, policy, facts)) return []
  const { format } = task.api
  const { turns } = readAll(after, format)
  return loosenedIn(format, { before: task.document, after, turns }).map(({ part }) => part.raw)
}
