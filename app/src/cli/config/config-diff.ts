import { isDeepStrictEqual } from 'node:util'
import {
  type Config,
  ConfigError,
  differences,
  evaluate,
  formatPath,
  kindOf,
  locate,
  memberIn,
  parseConfig,
  type ReloadAction,
  type ReloadKind,
} from '../../config/index.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { fittedColumns } from '../screen/table.ts'
import { allRules, surroundings, usedConfig } from './config-file.ts'
import { defaultOf, shownValue, textIn, withoutSecrets } from './config-member.ts'

interface File {
  readonly path: string
  readonly text: string
  /** Undefined where it has mistakes. */
  readonly config: Config | undefined
  readonly mistakes: readonly string[]
  /** Those of them that are about references that lead nowhere here. */
  readonly unresolved: readonly string[]
}

/** Shows what changes if another file takes the place of the config, and how that takes effect. */
export async function configDiff(invocation: Invocation): Promise<number> {
  const { flags, out, words, program } = invocation
  const [first, second, ...more] = words
  if (first === undefined || more.length > 0)
    throw new CommandError(
      'usage',
      '`config diff` takes one file, or two.',
      `${program} config diff new.yaml`,
    )
  const [before, after] = await filesOf(invocation, first, second)
  const changes = changesOf(before, after)
  const action = actionOf(before, after, changes)
  if (flags.json) {
    const target = { kind: 'config', path: before.path }
    out.json({
      ...answerHead('config diff', target),
      with: after.path,
      changes,
      action,
      mistakes: after.mistakes,
    })
  } else {
    const rows = changes.map(({ member, before: was, after: is, reload }) => [
      member,
      shownValue(was),
      `→ ${shownValue(is)}`,
      reload,
    ])
    out.tell(fittedColumns(rows, out.style, { paths: [], texts: [1, 2] }))
    out.tell(...(changes.length === 0 ? [] : ['']), verdict(action))
    out.tell(...after.mistakes.map((mistake) => (action === 'refused' ? mistake : `note: ${mistake}`)))
  }
  return action === 'refused' ? exits.usage : exits.sound
}

/** The two that are compared: files, or revisions of a fleet by their numbers. */
async function filesOf(
  invocation: Invocation,
  first: string,
  second: string | undefined,
): Promise<readonly [File, File]> {
  if (/^\d+$/.test(first)) {
    const { revisionTexts } = await import('../fleet/revision-texts.ts')
    const [one, other] = await revisionTexts(invocation, first, second)
    return [fileOf(one.path, one.text), fileOf(other.path, other.text)]
  }
  const [before, after] = second === undefined ? [usedConfig(invocation), first] : [first, second]
  return [fileOf(before, textIn(before)), fileOf(after, textIn(after))]
}

function fileOf(path: string, text: string): File {
  try {
    return { path, text, config: parseConfig(text, path, surroundings), mistakes: [], unresolved: [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { path, text, config: undefined, mistakes: error.mistakes, unresolved: error.unresolved }
  }
}

interface ConfigChange {
  readonly member: string
  readonly before: unknown
  readonly after: unknown
  readonly reload: ReloadKind
}

/** The members that differ, each as it is written; one that is now written down with its default is none. */
function changesOf(before: File, after: File): readonly ConfigChange[] {
  const isRead = before.config !== undefined && after.config !== undefined
  const ways = isRead
    ? differences(before.config, after.config)
    : differences(locate(before.text, before.path).value, locate(after.text, after.path).value)
  return ways.flatMap((way) => {
    const written = ({ text, path }: File): unknown => memberIn(text, path, way) ?? defaultOf(way)
    const [was, is] = [written(before), written(after)]
    if (isDeepStrictEqual(was, is)) return []
    const [shownBefore, shownAfter] = [was, is].map((each) => withoutSecrets(way, each))
    return {
      member: formatPath(way),
      before: shownBefore,
      after: shownAfter,
      reload: kindOf(way, allRules),
    }
  })
}

type Effect = ReloadAction | 'same' | 'refused'

/** The reload that a gateway would do; where references lead nowhere here, the rules alone decide. */
function actionOf(before: File, after: File, changes: readonly ConfigChange[]): Effect {
  if (after.mistakes.length > after.unresolved.length) return 'refused'
  if (changes.length === 0) return 'same'
  if (before.config !== undefined && after.config !== undefined)
    return evaluate(before.config, after.config, allRules).action
  const kinds = changes.map(({ reload }) => reload)
  return (['restart', 'hot', 'none'] as const).find((kind) => kinds.includes(kind)) ?? 'restart'
}

function verdict(action: Effect): string {
  return sentences[action]
}

const sentences: Readonly<Record<Effect, string>> = {
  same: 'Nothing changes.',
  none: 'A running gateway takes this over without a reload.',
  hot: 'A running gateway takes this over in place.',
  restart: 'A running gateway restarts for this; no request is lost.',
  left: 'A running gateway does not take this over: its `reload` does not allow it.',
  refused: 'A running gateway refuses this, and keeps the config that it has:',
}
