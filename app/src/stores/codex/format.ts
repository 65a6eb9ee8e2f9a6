import { type Format, formats, kind, type Picks, whole } from '@mortise/core'
import { messageList } from '../contract/message-list.ts'
import { isObject } from '../records/json.ts'

const { signOf: _sign, ...base } = formats.find(({ name }) => name === 'openai-responses') as Format

/** The items in Codex's records: those of the Responses API, of which it reads some forms only. */
export const format: Format = {
  ...base,
  name: 'codex',
  title: 'Codex records',
  // They only ever come out of a session, which is recognised by its records.
  recognises: () => 0,
  ...messageList,
  // A message whose content is a string is a line that Codex skips.
  renderTurn: (speaker, content) =>
    base.renderTurn(
      speaker,
      'text' in content ? { parts: [base.renderText(content.text, speaker)] } : content,
    ),
  renderResult: (call, text) => asOutput(base.renderResult(call, text)),
}

/** Codex answers a call of its local shell as it does that of a function, and knows no other output of it. */
function asOutput(result: unknown): unknown {
  return isObject(result) && result.type === 'local_shell_call_output'
    ? { ...result, type: 'function_call_output' }
    : result
}

const item = base.picks.each?.members ?? {}

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: {
    timestamp: whole,
    ordinal: whole,
    type: whole,
    payload: {
      members: {
        ...item,
        session_id: whole,
        thread_id: whole,
        turn_id: whole,
        cwd: whole,
        model: whole,
        model_provider: whole,
        cli_version: whole,
        history_mode: whole,
        history_base: whole,
        subagent_history_start_ordinal: whole,
        source: whole,
        num_turns: whole,
        message: whole,
        thread_name: whole,
        rate_limits: { members: { plan_type: whole } },
        thread_settings: { members: { model_provider_id: whole } },
        item: { members: { type: whole, id: whole, content: { each: { members: { text: whole } } } } },
        replacement_history: kind,
      },
    },
  },
}
