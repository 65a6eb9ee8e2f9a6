/** The look of a report. */
export const style: string = `
:root { color-scheme: light dark; --ink: #1e1b17; --soft: #655e54; --line: #e6e1d8; --paper: #fbfaf8; --sheet: #fff; --accent: #0b6b66; --bad: #b42318; --bad-soft: #fdecea }
@media (prefers-color-scheme: dark) { :root { --ink: #efebe4; --soft: #a69e92; --line: #302d29; --paper: #131211; --sheet: #1b1a18; --accent: #62cfc4; --bad: #ff8b7e; --bad-soft: #33191a } }
body { margin: 0 auto; max-width: 980px; padding: 32px 20px 80px; font: 15px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { font-size: 22px } h2 { font-size: 16px; display: inline-block } h3 { font-size: 13px; margin: 0 0 4px; text-transform: capitalize } small, .facts, q { color: var(--soft) }
code { color: var(--accent) } .refused code, .fault code { color: var(--bad) } .good { color: var(--accent) }
ul, ol { padding-left: 20px } li { margin: 6px 0; overflow-wrap: anywhere } q { display: block }
article { padding: 12px 0; border-top: 1px solid var(--line) } .fault { padding: 8px 14px; border-left: 3px solid var(--bad); background: var(--bad-soft) }
article > div { margin: 8px 0; padding: 8px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet) } article > div p { margin: 0; color: var(--soft) }
i { display: inline-block; min-width: 22px; border-radius: 99px; text-align: center; font-style: normal; font-weight: 600; font-size: 12px; color: var(--paper); background: var(--accent) }
.broken i { background: var(--bad) } pre, .text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0; max-height: 40em; overflow: auto } del { color: var(--bad) } ins { color: var(--accent); text-decoration: none }
`
