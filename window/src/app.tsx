import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Start } from '../../app/src/window/api.ts'
import { ask, isGone, start } from './client.ts'
import { GatewayPage } from './gateway/gateway-page.tsx'
import { KeyHelp } from './key-help.tsx'
import { useKeys } from './keys.ts'
import { PastePage } from './paste/paste-page.tsx'
import { go, hrefOf, type PageRoute, route } from './route.ts'
import { SessionsPage } from './sessions/sessions-page.tsx'
import { changeTheme, theme } from './theme.ts'
import { SessionView } from './transcript/session-view.tsx'
import { changeLanguage, say } from './words/words.ts'

const isHelpOpen = signal(false)

/** The whole page. */
export function App() {
  useEffect(() => {
    ask<Start>('start').then(
      (told) => {
        start.value = told
      },
      () => undefined,
    )
  }, [])
  useKeys({
    '?': () => {
      isHelpOpen.value = true
    },
    '1': () => go({ page: 'sessions' }),
    '2': () => go({ page: 'paste' }),
    '3': () => go({ page: 'gateway' }),
    t: changeTheme,
    l: changeLanguage,
    Escape: () => {
      if (isHelpOpen.value) isHelpOpen.value = false
      else if (route.value.page === 'session') go({ page: 'sessions' })
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
  })
  return (
    <>
      <a class="skip" href="#main">
        {say('jumpMain')}
      </a>
      <Bar />
      {isGone.value && (
        <p class="gone" role="alert">
          {say('gone')}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
      {isHelpOpen.value && (
        <KeyHelp
          onClose={() => {
            isHelpOpen.value = false
          }}
        />
      )}
    </>
  )
}

function Page() {
  const place = route.value
  if (start.value === undefined) return null
  if (place.page === 'session') return <SessionView key={place.path} path={place.path} />
  if (place.page === 'paste') return <PastePage />
  return place.page === 'gateway' ? <GatewayPage /> : <SessionsPage />
}

function Bar() {
  return (
    <header class="bar">
      <a class="brand" href={hrefOf({ page: 'sessions' })}>
        <Mark />
        mortise
      </a>
      <nav aria-label="mortise">
        <Tab to={{ page: 'sessions' }} word={say('sessions')} also="session" />
        <Tab to={{ page: 'paste' }} word={say('paste')} />
        <Tab to={{ page: 'gateway' }} word={say('gateway')} />
      </nav>
      <span class="room" />
      <button type="button" class="quiet" onClick={changeLanguage}>
        {say('language')}
      </button>
      <button type="button" class="quiet icon" aria-label={say('theme')} onClick={changeTheme}>
        <span aria-hidden="true">{theme.value === 'dark' ? '☾' : '☀'}</span>
      </button>
      <button
        type="button"
        class="quiet icon wide-only"
        aria-label={say('keys')}
        onClick={() => {
          isHelpOpen.value = true
        }}
      >
        <span class="key" aria-hidden="true">
          ?
        </span>
      </button>
    </header>
  )
}

function Tab({ to, word, also }: { to: PageRoute; word: string; also?: string }) {
  const isHere = route.value.page === to.page || route.value.page === also
  return (
    <a href={hrefOf(to)} aria-current={isHere ? 'page' : undefined}>
      {word}
    </a>
  )
}

/** A tenon in its mortise. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" />
      <path d="M5 7h6v3h3V7h5v10h-5v-3h-3v3H5z" />
    </svg>
  )
}
