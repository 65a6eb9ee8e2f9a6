const runtime = ['exec', 'process', 'code_execution', 'bashoutput', 'bash_output', 'killshell', 'kill_bash']
const files = ['read', 'write', 'edit', 'apply_patch', 'ls', 'glob', 'grep', 'find', 'multiedit']
const notebooks = ['notebookread', 'notebookedit']
const web = ['web_search', 'web_fetch', 'x_search', 'websearch', 'webfetch', 'fetch']
const sessions = [
  'sessions',
  'sessions_list',
  'sessions_history',
  'sessions_search',
  'sessions_send',
  'sessions_spawn',
  'sessions_yield',
  'session_status',
  'subagents',
]
const memory = ['memory_search', 'memory_get']
const screens = ['browser', 'canvas']
const automation = ['cron', 'gateway', 'heartbeat_respond']
const media = ['image', 'image_generate', 'view_image', 'music_generate', 'video_generate', 'tts', 'pdf']

/**
 * Groups of tools by name, as OpenClaw has them, with what other agents call the same.
 *
 * Which tools a plugin brought is not on record anywhere: there is no group for them.
 */
export const toolGroups: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    fs: [...files, ...notebooks],
    runtime,
    web,
    sessions: [...sessions, 'task', 'agent'],
    memory,
    ui: screens,
    automation,
    messaging: ['message'],
    nodes: ['nodes'],
    media,
    openclaw: [
      ...['exec', 'process', 'code_execution', 'read', 'write', 'edit', 'apply_patch', 'ls'],
      ...['web_search', 'web_fetch', 'x_search', 'message', 'nodes', 'agents_list'],
      ...sessions,
      ...memory,
      ...screens,
      ...automation,
      ...media,
    ],
  }),
)
