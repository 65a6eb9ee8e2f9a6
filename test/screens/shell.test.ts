import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commands } from '../../app/src/cli/program/commands.ts'
import { flagTable } from '../../app/src/cli/program/flags.ts'
import { testWith } from '../needs.ts'
import { folderWith, mortise } from './run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('completion', () => {
  /** The words that may come next. */
  const offered = (...line: readonly string[]): readonly string[] =>
    mortise(['completion', 'complete', '--', ...line])
      .stdout.split('\n')
      .filter((word) => word !== '' && !word.startsWith(':'))
      .map((word) => word.split('\t')[0] ?? '')

  test.each<[string, readonly string[], readonly string[]]>([
    ['the beginning of a command', ['repa'], ['repair']],
    ['the beginning of a flag of one command', ['repair', '--in'], ['--in-place']],
    ['no flag of another command', ['doctor', '--in'], []],
    ['the values of a flag', ['repair', '--policy', ''], ['keep', 'drop', 'drop-turn', 'report']],
    ['the names of APIs', ['check', '--api', 'mis'], ['mistral']],
    ['the names of agents', ['doctor', '--agent', 'open'], ['openclaw']],
    ['the words of a command', ['config', 'sc'], ['schema']],
    ['the name of an API as a word', ['apis', 'mis'], ['mistral']],
  ])('offers %s', (_, line, words) => {
    expect(offered(...line).filter((word) => !word.startsWith('opencode'))).toEqual(words)
  })

  test.each(['bash', 'zsh', 'fish', 'pwsh'])('prints a script for %s that calls the command', (shell) => {
    const { stdout, exit } = mortise(['completion', shell])
    expect(exit).toBe(0)
    expect(stdout).toMatch(/mortise completion complete '?--'? /)
  })

  const hasBash = spawnSync('bash', ['--version']).status === 0
  testWith(hasBash, 'bash')('a real bash completes with the script', () => {
    const script = join(
      folderWith({ 'mortise.bash': mortise(['completion', 'bash']).stdout }),
      'mortise.bash',
    )
    const lines = [
      `mortise() { ${JSON.stringify(process.execPath)} ${JSON.stringify(join(root, 'app/bin/mortise.js'))} "$@"; }`,
      // Of the package bash-completion, which the script uses.
      '_get_comp_words_by_ref() { words=("$' +
        '{COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=$' +
        '{words[cword]}; }',
      `source ${JSON.stringify(script)}`,
      'COMP_WORDS=(mortise rep); COMP_CWORD=1; COMP_LINE="mortise rep"; COMP_POINT=11',
      '$(complete -p mortise | sed "s/.*-F \\([^ ]*\\) .*/\\1/")',
      'echo "$' + '{COMPREPLY[*]}"',
    ]
    const { stdout } = spawnSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' })
    expect(stdout.trim()).toMatch(/^repair\b/)
  })

  test('asks for a shell that it knows', () => {
    const { stderr, exit } = mortise(['completion', 'tcsh'])
    expect([stderr.split('\n')[0], exit]).toEqual([
      'mortise: `completion` needs the name of a shell: `bash`, `zsh`, `fish`, `pwsh`.',
      2,
    ])
  })
})

describe('the manual page', () => {
  const page = readFileSync(join(root, 'app/dist/man/mortise.1'), 'utf8')
  const plain = page.replaceAll('\\-', '-').replaceAll('\\e', '\\').replaceAll('\\&', '')

  test('holds every command and every flag', () => {
    expect(
      commands.filter(({ name, summary }) => !plain.includes(`.SS ${name}`) || !plain.includes(summary)),
    ).toEqual([])
    expect(Object.keys(flagTable).filter((name) => !plain.includes(`--${name}`))).toEqual([])
  })

  test('holds no request of roff but its own', () => {
    const requests = page.split('\n').filter((line) => /^[.']/.test(line))
    expect(requests.filter((line) => !/^\.(?:TH|SH|SS|TP|PP|nf|fi|B|I)\b/.test(line))).toEqual([])
  })
})

describe('config init', () => {
  test('writes a config that is sound, and never writes over a file', () => {
    const folder = folderWith({})
    expect(mortise(['config', 'init'], { folder })).toEqual({
      stdout: `✔ written: mortise.yaml
  start the gateway: npx mortise gateway
  point a client at it: http://127.0.0.1:4141, or http://127.0.0.1:4141/v1 for OpenAI
`,
      stderr: '',
      exit: 0,
    })
    expect(mortise(['config', 'check'], { folder }).exit).toBe(0)
    const before = readFileSync(join(folder, 'mortise.yaml'))
    const again = mortise(['config', 'init'], { folder })
    expect([again.stderr, again.exit]).toEqual([
      'mortise: `mortise.yaml` exists already; nothing was written.\nhint: npx mortise config check\n',
      3,
    ])
    expect(readFileSync(join(folder, 'mortise.yaml'))).toEqual(before)
  })

  test('names a folder that is missing', () => {
    const { stderr, exit } = mortise(['config', 'init', '--config', 'none/mortise.yaml'], {
      folder: folderWith({}),
    })
    expect([stderr.split('\n')[0], exit]).toEqual([
      'mortise: `none/mortise.yaml` cannot be written (ENOENT).',
      1,
    ])
  })
})
