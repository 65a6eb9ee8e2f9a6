import type { WriteTask } from '../model/converter.ts'
import type { NeutralRequest, NeutralSettings } from '../model/neutral.ts'

/** The sampling settings that Claude takes beside each other. */
export function fitting(request: NeutralRequest, isThinking: boolean, task: WriteTask): NeutralSettings {
  const settings: Record<string, unknown> = { ...request.settings }
  const drop = (setting: keyof NeutralSettings, why: string): void => {
    if (settings[setting] === undefined) return
    delete settings[setting]
    task.lose(request.places?.[setting], `setting ${setting}`, why)
  }
  const { temperature, topP, stops } = request.settings
  if (isThinking) {
    if (temperature !== 1) drop('temperature', 'The target takes no temperature while the model thinks.')
    if ((topP ?? 1) < 0.95) drop('topP', 'The target takes no such value while the model thinks.')
    drop('topK', 'The target does not take it while the model thinks.')
  }
  if ((temperature ?? 0) > 1 && settings.temperature !== undefined) {
    task.lose(
      request.places?.temperature,
      `temperature ${temperature}`,
      'The target takes 1 at most; 1 is written.',
    )
    settings.temperature = 1
  }
  const words = stops?.filter((stop) => stop.trim() !== '')
  if (stops !== undefined && words?.length !== stops.length) {
    task.lose(request.places?.stops, 'blank stop sequences', 'The target takes none.')
    settings.stops = words
  }
  return settings
}
