import { useEffect, useRef } from 'preact/hooks'
import { say } from './words/words.ts'

/** The keys of the page. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const rows: readonly (readonly [string, string])[] = [
    ['?', say('keyHelp')],
    ['/', say('keySearch')],
    ['1 2 3', say('keyPages')],
    ['j', say('keyNext')],
    ['k', say('keyBefore')],
    ['Enter', say('keyOpen')],
    ['n', say('keyFault')],
    ['p', say('keyFaultBefore')],
    ['m', say('keyMend')],
    ['Esc', say('keyBack')],
    ['t', say('keyTheme')],
    ['l', say('keyLanguage')],
  ]
  return (
    <dialog class="help" ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">{say('keys')}</h2>
      <dl>
        {rows.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        {say('close')}
      </button>
    </dialog>
  )
}
