export type { AskingMark, BoundThinking, MendedBytes, RefusedBytes, Unbound } from './binding/asking.ts'
export type { ConversationNote, MemoryBytes } from './binding/conversations.ts'
export type { BindingWish, BoundPlace, FieldState } from './binding/field.ts'
export type { BindingMemory, PartPosition } from './binding/memory.ts'
export type { BindingRefusal } from './binding/refusal.ts'
export type { MemberFinder, Span } from './bytes/read/members.ts'
export type { ReaderName } from './bytes/read/reader.ts'
export type { LineSketcher, SketchedLine } from './bytes/sketch/line-sketcher.ts'
export type { Spliced } from './bytes/splice/splice.ts'
export type { Splice } from './bytes/splice/splices.ts'
export type { Undo, UndoSplice } from './bytes/splice/undo.ts'
export type {
  BytesDoor,
  BytesOptions,
  RepairedBytes,
  RequestBytesOptions,
  ScannedBytes,
  SeenBytes,
} from './bytes-door.ts'
export type { Choice, Wanted } from './choose.ts'
export type { Compact, CompactFollower, FollowCompact } from './compact/compact.ts'
export type { CountTokens } from './compact/count.ts'
export type {
  Compacted,
  CompactOptions,
  CompactReport,
  Goal,
  Keep,
  Size,
  Stage,
  StageReport,
  Summarize,
  SummarizeOptions,
  SummaryRequest,
  Usage,
} from './compact/options.ts'
export type { Convert, Converted, ConvertOptions, ConvertReport, DocumentKind } from './convert/options.ts'
export type { SignatureStore, SignatureWay } from './convert/signature-store.ts'
export type { CheckStream } from './convert/stream/check-stream.ts'
export type {
  ConvertStream,
  ConvertStreamOptions,
  EventSink,
  StreamConversion,
} from './convert/stream/convert-stream.ts'
export type {
  Door,
  Follower,
  Repaired,
  RepairOptions,
  RequestOptions,
  ScanOptions,
  ScanRequest,
} from './door.ts'
export type { NeovatePaths, SiblingResults, Whereabouts } from './formats/neovate/index.ts'
export type { Glance, GlanceBytes, GlanceOptions } from './glance-door.ts'
export type { ClosedAs } from './ledger/end.ts'
export type { LedgerCall } from './ledger/frame.ts'
export type { OpenLedger } from './ledger/ledger.ts'
export type { Ledger, LedgerOptions, LedgerTurn, RunOutcome } from './ledger/options.ts'
export type { RunOptions, RunTool } from './ledger/run.ts'
export type { Sink } from './ledger/sink.ts'
export type { Special } from './ledger/value.ts'
export type { LinesOptions, LinesReport, LinesScan, ScanTurns, TurnsOptions } from './lines-door.ts'
export type { ApiChoice, ApiName } from './model/api-name.ts'
export type { Lose, Loss } from './model/converter.ts'
export type { Declaration, Offers, ToolChoice } from './model/declared.ts'
export type { Denied } from './model/denied.ts'
export type { Deny, Elsewhere } from './model/deny.ts'
export type { Edit, Plan } from './model/edit.ts'
export type { Transcript } from './model/facts.ts'
export type { Finding, Severity } from './model/finding.ts'
export type { Api, Format } from './model/format.ts'
export type {
  CacheMark,
  Citation,
  MediaSource,
  NeutralArguments,
  NeutralCall,
  NeutralJson,
  NeutralMedia,
  NeutralOpaque,
  NeutralPart,
  NeutralReasoning,
  NeutralRefusal,
  NeutralRequest,
  NeutralResult,
  NeutralSettings,
  NeutralSpeaker,
  NeutralText,
  NeutralTool,
  NeutralToolChoice,
  NeutralTurn,
  OwnMember,
  OwnMembers,
  Signature,
} from './model/neutral.ts'
export type {
  ErrorKind,
  Neutral,
  NeutralAnswer,
  NeutralError,
  NeutralUsage,
  StopReason,
} from './model/neutral-answer.ts'
export type { OptionCheck, OptionTable } from './model/options.ts'
export type { Origin, Progress, Seat } from './model/origin.ts'
export type { MortiseError, Outcome } from './model/outcome.ts'
export type { Picks } from './model/picks.ts'
export type { Place } from './model/place.ts'
export type { Policy, PolicyCalls, PolicyChoice, PolicyName, PolicyRows, Remedy } from './model/policy.ts'
export type { Report, Tail } from './model/report.ts'
export type { Row, RowOf, Rows } from './model/row.ts'
export type { RuleName } from './model/rule-names.ts'
export type { Condition, Evidence, Layout, Rulebook } from './model/rulebook.ts'
export type { OptionChecks } from './model/shared-checks.ts'
export type { OpenCall, Part, Turn } from './model/transcript.ts'
export type { Words } from './model/words.ts'
export type { RepairedLines, RepairLines, RepairLinesOptions } from './repair-lines-door.ts'
