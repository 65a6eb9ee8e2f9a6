import {
  call,
  compacted,
  context,
  custom,
  customOutput,
  event,
  heartbeat,
  item,
  type Json,
  meta,
  note,
  output,
  paginated,
  reasoning,
  said,
  thread,
  user,
} from './codex-records.ts'

type Found = readonly (readonly [rule: string, line: number])[]

const start: readonly Json[] = [meta(), context(), ...user('list the files')]

/** One record of each type that Codex writes. */
export const everyType: readonly Json[] = [
  meta({ git: { branch: 'main' }, base_instructions: { text: 'You are Codex' } }),
  event('task_started', { turn_id: 'n1', model_context_window: 272000 }),
  said('developer', '<permissions instructions> ask first'),
  said('user', '<environment_context> <cwd>/w/app</cwd>'),
  note('world_state', { full: true, state: { agents_md: {} } }),
  context(),
  event('thread_settings_applied', { thread_id: thread, thread_settings: { model_provider_id: 'openai' } }),
  ...user('list the files'),
  event('item_completed', { turn_id: 'n1', item: { type: 'UserMessage', id: 'i1', content: [] } }),
  reasoning(),
  event('agent_reasoning', { text: 'let me look' }),
  said('assistant', 'I look into it'),
  event('agent_message', { message: 'I look into it' }),
  call('call_1'),
  event('exec_command_end', { call_id: 'call_1', stdout: 'x' }),
  output('call_1'),
  custom('call_2', 'apply_patch'),
  customOutput('call_2'),
  item({
    type: 'local_shell_call',
    call_id: 'call_3',
    status: 'completed',
    action: { type: 'exec', command: ['ls'] },
  }),
  output('call_3'),
  item({ type: 'tool_search_call', call_id: 'call_4', execution: 'client', arguments: { query: 'x' } }),
  item({
    type: 'tool_search_output',
    call_id: 'call_4',
    status: 'completed',
    execution: 'client',
    tools: [],
  }),
  item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } }),
  item({ type: 'image_generation_call', id: 'ig_1', status: 'completed', result: '' }),
  item({ type: 'ghost_snapshot', ghost_commit: { id: 'c1' } }),
  item({ type: 'additional_tools', role: 'developer', tools: [] }),
  item({ type: 'agent_message', author: 'a', recipient: 'b', content: [] }),
  item({ type: 'configuration_update', model: 'gpt-5.4' }),
  note('inter_agent_communication', { author: 'a', recipient: 'b', content: 'go on' }),
  note('inter_agent_communication_metadata', { trigger_turn: true }),
  event('token_count', { info: null, rate_limits: null }),
  note('token_usage_record', { thread_id: thread, usage: { input_tokens: 1 } }),
  note('security_risk_score', { score: 0 }),
  said('assistant', 'there is one file'),
  event('task_complete', { turn_id: 'n1', last_agent_message: 'there is one file' }),
]

/** What is sound, or healed by Codex itself. */
export const sound: readonly (readonly [name: string, records: readonly Json[], found?: Found])[] = [
  ['every type of record', everyType],
  ['the same, paginated', paginated(everyType)],
  [
    'code mode: two outputs of one custom call',
    [...start, custom('call_1'), customOutput('call_1', 'a notice'), customOutput('call_1', 'the end')],
    [['duplicate-result', 7]],
  ],
  ['a call that was open when it crashed', [...start, call('call_1')], [['call-without-result', 5]]],
  [
    'an open call in the middle',
    [...start, call('call_1'), ...user('and now?'), said('assistant', 'well then')],
    [['call-without-result', 5]],
  ],
  [
    'an output without its call',
    [...start, output('call_9'), ...user('go on')],
    [['result-without-call', 5]],
  ],
  ['reasoning that led to nothing', [...start, reasoning(), event('turn_aborted'), ...user('go on')]],
  [
    'an output behind a message of the developer',
    [...start, call('call_1'), said('developer', 'Approved command prefix saved'), output('call_1')],
  ],
  [
    'compacted: an output whose call it stands for',
    [...start, call('call_1'), compacted(), output('call_1'), said('assistant', 'I went on')],
    [['result-without-call', 7]],
  ],
  [
    'compacted by an older version: open calls before it are not sent',
    [...start, call('call_1'), note('compacted', { message: 'so far: files' }), ...user('go on')],
  ],
  [
    'rolled back: the open call is not sent',
    [
      ...start,
      said('assistant', 'one file'),
      ...user('and now?'),
      call('call_1'),
      event('thread_rolled_back', { num_turns: 1 }),
      ...user('go on'),
    ],
  ],
  [
    'rolled back further than it goes',
    [...start, call('call_1'), event('thread_rolled_back', { num_turns: 9 }), ...user('go on')],
  ],
  [
    'a fork: the header of its source is copied too',
    [
      meta({ forked_from_id: 't0' }),
      meta({ id: 't0', session_id: 't0', cwd: '/elsewhere', model_provider: 'azure' }),
      ...start.slice(1),
    ],
  ],
  [
    'a thread that goes on from another file: the call stands there',
    paginated(
      [
        meta({ history_base: { thread_id: 't0', end_ordinal_exclusive: 40, end_byte_offset: 9000 } }),
        output('call_1'),
        said('assistant', 'I went on'),
      ],
      40,
    ),
  ],
  [
    'paginated: two records have the same number',
    [
      ...paginated(start).slice(0, 3),
      ...paginated([event('user_message', { message: 'list the files' }), said('assistant', 'none')], 2),
    ],
    [['number-out-of-step', 4]],
  ],
]

/** What no provider but a ChatGPT login takes, or what Codex does not load. */
export const broken: readonly (readonly [name: string, records: readonly Json[], found: Found])[] = [
  [
    'an output that names no call',
    [...start, said('assistant', 'well then'), heartbeat(), said('assistant', 'I see')],
    [['call-id-missing', 6]],
  ],
  [
    'paginated: an output that names no call',
    paginated([...start, heartbeat(), said('assistant', 'I see')]),
    [['call-id-missing', 5]],
  ],
  [
    'an output that names no call, and calls that do',
    [...start, call('call_1'), heartbeat(), output('call_1'), said('assistant', 'I see')],
    [['call-id-missing', 6]],
  ],
  [
    'the same output twice',
    [...start, call('call_1'), output('call_1'), output('call_1'), said('assistant', 'none')],
    [['duplicate-result', 7]],
  ],
  [
    'paginated: the same output twice',
    paginated([...start, call('call_1'), output('call_1'), output('call_1'), said('assistant', 'none')]),
    [['duplicate-result', 7]],
  ],
  [
    'paginated: an older version wrote last',
    [...paginated(start), said('assistant', 'none'), event('task_complete')],
    [['number-missing', 6]],
  ],
]
