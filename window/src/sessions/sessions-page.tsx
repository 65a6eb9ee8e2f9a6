import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useKeys } from '../keys.ts'
import { plain } from '../plain.ts'
import { go, hrefOf } from '../route.ts'
import { useVirtual } from '../virtual.ts'
import { count, say } from '../words/words.ts'
import { SessionLine } from './session-line.tsx'
import {
  agent,
  agents,
  followSessions,
  found,
  health,
  isSearching,
  list,
  rows,
  searchFor,
  words,
} from './sessions-state.ts'

/** All sessions on this machine. */
export function SessionsPage() {
  const search = useRef<HTMLTextAreaElement>(null)
  useEffect(followSessions, [])
  useKeys({ '/': () => search.current?.focus() })
  return (
    <div class="sessions">
      <h1 class="sr">{say('sessions')}</h1>
      <div class="tools">
        <label class="search">
          <span class="sr">{say('search')}</span>
          <textarea
            ref={search}
            rows={1}
            spellcheck={false}
            placeholder={say('search')}
            value={words.value}
            onInput={({ currentTarget }) => void searchFor(currentTarget.value)}
          />
          <span class="key" aria-hidden="true">
            /
          </span>
        </label>
        <Filters />
      </div>
      <Meaning />
      <List />
    </div>
  )
}

function Filters() {
  const all = list.value?.sessions ?? []
  const filters = [
    ['all', say('all'), all.length],
    ['broken', say('broken'), all.filter((each) => each.health !== 'sound').length],
    ['live', say('live'), all.filter((each) => each.live === true).length],
  ] as const
  return (
    <div class="filters">
      <fieldset class="chips">
        <legend class="sr">{say('sessions')}</legend>
        {filters.map(([name, word, number]) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={health.value === name}
            onClick={() => {
              health.value = name
            }}
          >
            {word} <b>{count(number)}</b>
          </button>
        ))}
      </fieldset>
      <label>
        <span class="sr">{say('everyAgent')}</span>
        <select
          value={agent.value}
          onChange={({ currentTarget }) => {
            agent.value = currentTarget.value
          }}
        >
          <option value="">{say('everyAgent')}</option>
          {agents.value.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** The meaning of a pasted error. */
function Meaning() {
  const explanation = found.value?.explanation
  return (
    <div aria-live="polite">
      {isSearching.value && <p class="hint">{say('searching')}</p>}
      {found.value?.isPartial === true && <p class="hint">{say('partial')}</p>}
      {explanation !== undefined && (
        <div class="meaning">
          <p class="sentence">{plain(explanation.sentence)}</p>
          <p>
            {explanation.rules.map((rule) => (
              <code key={rule} class="rule">
                {rule}
              </code>
            ))}
          </p>
          <p>{explanation.happened}</p>
          <p class="hint">{explanation.todo}</p>
        </div>
      )}
    </div>
  )
}

function List() {
  const scroll = useRef<HTMLDivElement>(null)
  const chosen = useSignal(-1)
  const all = rows.value
  const virtual = useVirtual({
    count: all.length,
    estimate: (index) => (all[index]?.kind === 'project' ? 56 : 68),
    scroll,
  })
  const move = (step: number): void => {
    let next = chosen.value + step
    while (all[next]?.kind === 'project') next += step
    if (all[next] === undefined) return
    chosen.value = next
    virtual.scrollToIndex(next)
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => {
      const row = all[chosen.value]
      const { activeElement } = document
      if (row?.kind === 'session') go({ page: 'session', path: row.session.path })
      else if (activeElement instanceof HTMLElement) activeElement.click()
    },
  })
  if (list.value === undefined) return <p class="empty">{say('loading')}</p>
  if (all.length === 0) return <Empty />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
    <section class="scroll" ref={scroll} tabIndex={0} aria-label={say('sessions')}>
      <ul class="rows" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = all[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              ref={(element) => virtual.measureElement(element)}
              class="row"
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'project' ? (
                <h2 class="project">
                  <bdi>{row.folder === '' ? say('noFolder') : plain(row.folder)}</bdi>
                  <span>{count(row.count)}</span>
                </h2>
              ) : (
                <SessionLine
                  session={row.session}
                  href={hrefOf({ page: 'session', path: row.session.path })}
                  isChosen={index === chosen.value}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Empty() {
  const isNone = (list.value?.sessions.length ?? 0) === 0
  return (
    <div class="empty">
      <p>{say(isNone ? 'noSessions' : 'noneFits')}</p>
      <p class="hint">{say(isNone ? 'noSessionsMore' : 'noneFitsMore')}</p>
    </div>
  )
}
