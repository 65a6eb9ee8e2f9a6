import type { TurnFinding } from '../../../app/src/window/api.ts'
import { plain } from '../plain.ts'
import { count, say } from '../words/words.ts'

/** A remedy by rule. */
export type RemedyByRule = Readonly<Record<string, string>>
/** A remedy for single findings: by rule, then by the id of the call. */
export type Calls = Readonly<Record<string, RemedyByRule>>

/** The rules for which a remedy of one's own can be chosen: those for which the policies differ. */
const choices: Readonly<Record<string, readonly string[]>> = {
  'call-without-result': ['answer', 'drop', 'drop-turn', 'leave'],
  'result-without-call': ['text', 'drop', 'leave'],
  'duplicate-result': ['text', 'drop', 'leave'],
}

/** So many findings of a rule are listed one by one. */
const most = 100

/** The remedies for the faults that were found: for a whole rule, or for one finding. */
export function Remedies({
  rows,
  calls,
  found,
}: {
  rows: { value: RemedyByRule }
  calls: { value: Calls }
  found: readonly TurnFinding[]
}) {
  const rules = [...new Set(found.map(({ rule }) => rule))].filter((rule) => Object.hasOwn(choices, rule))
  return (
    <>
      {rules.map((rule) => {
        const single = found.filter((each) => each.rule === rule && each.calls.length > 0)
        return (
          <div key={rule} class="remedies">
            <div class="field">
              <span>
                {say('remedyFor')} <code class="rule">{rule}</code>
              </span>
              <Choice
                rule={rule}
                value={rows.value[rule]}
                name={`${say('remedyFor')} ${rule}`}
                otherwise={say('asPolicy')}
                onChoice={(remedy) => {
                  rows.value = withChoice(rows.value, rule, remedy)
                }}
              />
            </div>
            {single.length > 1 && (
              <details>
                <summary>
                  {say('oneByOne')} ({count(single.length)})
                </summary>
                {single.slice(0, most).map(({ calls: [id = ''], record }, index) => (
                  <div key={index} class="single">
                    <span>
                      <span class="at">{plain(record?.replace(/,.*/, '') ?? '')}</span>{' '}
                      <code class="mono">{plain(id)}</code>
                    </span>
                    <Choice
                      rule={rule}
                      value={calls.value[rule]?.[id]}
                      name={`${say('remedyFor')} ${rule} ${plain(id)}`}
                      otherwise={say('asRule')}
                      onChoice={(remedy) => {
                        const own = withChoice(calls.value[rule] ?? {}, id, remedy)
                        calls.value = { ...calls.value, [rule]: own }
                      }}
                    />
                  </div>
                ))}
              </details>
            )}
          </div>
        )
      })}
    </>
  )
}

function Choice({
  rule,
  name,
  value,
  otherwise,
  onChoice,
}: {
  rule: string
  name: string
  value: string | undefined
  otherwise: string
  onChoice: (remedy: string) => void
}) {
  return (
    <select
      aria-label={name}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoice(currentTarget.value)}
    >
      <option value="">{otherwise}</option>
      {choices[rule]?.map((remedy) => (
        <option key={remedy} value={remedy}>
          {remedy}
        </option>
      ))}
    </select>
  )
}

function withChoice(rows: RemedyByRule, key: string, remedy: string): RemedyByRule {
  const others = Object.entries(rows).filter(([name]) => name !== key)
  return Object.fromEntries(remedy === '' ? others : [...others, [key, remedy]])
}
