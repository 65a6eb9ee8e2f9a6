import { render } from 'preact'
import { App } from './app.tsx'
import './style/base.css'
import './style/bar.css'
import './style/lists.css'
import './style/sessions.css'
import './style/session.css'
import './style/turns.css'
import './style/mend.css'
import './style/paste.css'
import './style/gateway.css'
import './style/help.css'
import './style/narrow.css'

const root = document.getElementById('app')
if (root !== null) render(<App />, root)
