import type { PasteVerdict } from '../../../app/src/window/api.ts'
import { plain } from '../plain.ts'
import { say } from '../words/words.ts'

/** The APIs and the findings: which API would say what. */
export function Matrix({
  verdicts,
  chosen,
  onChoose,
}: {
  verdicts: readonly PasteVerdict[]
  chosen: string
  onChoose: (api: string) => void
}) {
  const own = verdicts.filter(({ converted }) => converted === undefined)
  const rules = [...new Set(own.flatMap(({ found }) => found.map(({ rule }) => rule)))]
  return (
    <>
      <section class="matrix" aria-label={say('matrix')}>
        <table>
          <caption class="sr">{say('matrix')}</caption>
          <thead>
            <tr>
              <th scope="col">API</th>
              {rules.length === 0 && <th scope="col">{say('noFaults')}</th>}
              {rules.map((rule) => (
                <th key={rule} scope="col">
                  <code class="rule">{rule}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {own.map((verdict) => (
              <tr key={verdict.api} class={verdict.api === chosen ? 'chosen' : ''}>
                <th scope="row">
                  <button type="button" class="quiet" onClick={() => onChoose(verdict.api)}>
                    {verdict.title}
                  </button>
                </th>
                {rules.length === 0 && <Cell verdict={verdict} rule="" />}
                {rules.map((rule) => (
                  <Cell key={rule} verdict={verdict} rule={rule} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Sentences verdict={own.find(({ api }) => api === chosen)} />
    </>
  )
}

function Cell({ verdict, rule }: { verdict: PasteVerdict; rule: string }) {
  const own = verdict.found.filter((finding) => finding.rule === rule)
  const isRefused = own.some(({ severity }) => severity === 'refused')
  const word = own.length === 0 ? say('sound') : say(isRefused ? 'refused' : 'advice')
  return (
    <td class={own.length === 0 ? 'fine' : isRefused ? 'bad' : 'advice'}>
      <span aria-hidden="true">
        {own.length === 0 ? '✓' : isRefused ? `✕ ${own.length}` : `· ${own.length}`}
      </span>
      <span class="sr">{word}</span>
    </td>
  )
}

/** The sentences of the API that the document is mended for. */
function Sentences({ verdict }: { verdict: PasteVerdict | undefined }) {
  return (
    <ul class="sentences">
      {verdict?.found.slice(0, 20).map(({ rule, at, message, says, severity }, index) => (
        <li key={index} class={`finding${severity === 'refused' ? ' broken' : ''}`}>
          <p>
            <code class="mono">{plain(at.join('.'))}</code> <code class="rule">{rule}</code> {plain(message)}
          </p>
          {says !== undefined && (
            <p class="says">
              {say('apiSays')}: <q>{plain(says)}</q>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
