import { plain } from '../plain.ts'
import { count, say } from '../words/words.ts'
import { facts } from './gateway-state.ts'

/** The processes of the fleet, and which revision each is on. */
export function Nodes() {
  const nodes = facts.value?.nodes
  if (nodes === undefined) return null
  const newest = Math.max(0, ...nodes.map(({ revision, refused }) => Math.max(revision ?? 0, refused ?? 0)))
  const current = nodes.filter(({ revision, isThere }) => isThere && revision === newest)
  return (
    <section class="panel">
      <h2>{say('nodes')}</h2>
      <p class="hint">
        {count(current.length)} / {count(nodes.length)} {say('nodesOn')} {count(newest)}
      </p>
      <table>
        <tbody>
          {nodes.map(({ name, role, version, revision, refused, mistakes, isThere }, index) => (
            <tr key={index}>
              <th scope="row">
                <span
                  class={`dot ${!isThere ? 'away' : refused === null ? 'well' : 'ill'}`}
                  role="img"
                  aria-label={say(isThere ? 'nodeThere' : 'nodeAway')}
                />{' '}
                {plain(name)}
              </th>
              <td class="hint">
                {plain(role)} {plain(version)}
              </td>
              <td class="hint">{mistakes.length > 0 && plain(mistakes.join(' '))}</td>
              <td>{revision ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
