import { render } from 'preact'
import { PastePage } from '../src/paste/paste-page.tsx'
import { changeTheme, theme } from '../src/theme.ts'
import { changeLanguage, say } from '../src/words/words.ts'

function Try() {
  return (
    <>
      <header class="bar">
        <span class="brand">
          <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
            <rect width="24" height="24" rx="6" />
            <path d="M5 7h6v3h3V7h5v10h-5v-3h-3v3H5z" />
          </svg>
          <span>mortise</span>
        </span>
        <span class="hint wide-only">{say('tryHere')}</span>
        <span class="room" />
        <button type="button" class="quiet" onClick={changeLanguage}>
          {say('language')}
        </button>
        <button type="button" class="quiet icon" aria-label={say('theme')} onClick={changeTheme}>
          <span aria-hidden="true">{theme.value === 'dark' ? '☾' : '☀'}</span>
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <PastePage />
      </main>
    </>
  )
}

const root = document.getElementById('app')
if (root !== null) render(<Try />, root)
