// Written by `npm run docs` from the files in `core/src/rules/`.
import type { LocalReads } from '../model/local-rules.ts'
import type { Words } from '../model/words.ts'
import { words as argumentsNotJson } from '../rules/arguments-not-json.ts'
import { words as argumentsNotObject } from '../rules/arguments-not-object.ts'
import { words as argumentsNotText } from '../rules/arguments-not-text.ts'
import { words as blankTurn } from '../rules/blank-turn.ts'
import { words as cacheMarkOnReasoning } from '../rules/cache-mark-on-reasoning.ts'
import { words as callByUser } from '../rules/call-by-user.ts'
import { words as callIdMissing } from '../rules/call-id-missing.ts'
import { words as callNotAfterUser } from '../rules/call-not-after-user.ts'
import { words as callWithoutReasoning } from '../rules/call-without-reasoning.ts'
import { words as contentNotList } from '../rules/content-not-list.ts'
import { words as contentNotText } from '../rules/content-not-text.ts'
import { words as documentWithoutText } from '../rules/document-without-text.ts'
import { words as duplicateCallId } from '../rules/duplicate-call-id.ts'
import { words as duplicateDocumentName } from '../rules/duplicate-document-name.ts'
import { words as duplicateItemId } from '../rules/duplicate-item-id.ts'
import { words as duplicateToolName } from '../rules/duplicate-tool-name.ts'
import { words as emptyCallList } from '../rules/empty-call-list.ts'
import { words as emptyErrorResult } from '../rules/empty-error-result.ts'
import { words as emptyText } from '../rules/empty-text.ts'
import { words as emptyToolList } from '../rules/empty-tool-list.ts'
import { words as emptyTurn } from '../rules/empty-turn.ts'
import { words as endsOnModel } from '../rules/ends-on-model.ts'
import { words as errorResultNotText } from '../rules/error-result-not-text.ts'
import { words as forcedCallWhenThinking } from '../rules/forced-call-when-thinking.ts'
import { words as hostedCallWithoutResult } from '../rules/hosted-call-without-result.ts'
import { words as hostedResultWithoutCall } from '../rules/hosted-result-without-call.ts'
import { words as illegalCallId } from '../rules/illegal-call-id.ts'
import { words as illegalDocumentName } from '../rules/illegal-document-name.ts'
import { words as illegalHostedId } from '../rules/illegal-hosted-id.ts'
import { words as illegalItemId } from '../rules/illegal-item-id.ts'
import { words as illegalToolName } from '../rules/illegal-tool-name.ts'
import { words as imageTooLarge } from '../rules/image-too-large.ts'
import { words as itemNotStored } from '../rules/item-not-stored.ts'
import { words as loneSurrogate } from '../rules/lone-surrogate.ts'
import { words as mediaInResult } from '../rules/media-in-result.ts'
import { words as noTurns } from '../rules/no-turns.ts'
import { words as noUserTurn } from '../rules/no-user-turn.ts'
import { words as nullContent } from '../rules/null-content.ts'
import { words as reasoningBound } from '../rules/reasoning-bound.ts'
import { words as reasoningChanged } from '../rules/reasoning-changed.ts'
import { words as reasoningDangling } from '../rules/reasoning-dangling.ts'
import { words as reasoningForeign } from '../rules/reasoning-foreign.ts'
import { words as reasoningMissing } from '../rules/reasoning-missing.ts'
import { words as reasoningNotFirst } from '../rules/reasoning-not-first.ts'
import { words as reasoningUnsigned } from '../rules/reasoning-unsigned.ts'
import { words as reasoningWhenOff } from '../rules/reasoning-when-off.ts'
import { words as resultNotObject } from '../rules/result-not-object.ts'
import { words as sameSpeakerTwice } from '../rules/same-speaker-twice.ts'
import { words as signatureMissing } from '../rules/signature-missing.ts'
import { words as startsOnModel } from '../rules/starts-on-model.ts'
import { words as systemOutOfPlace } from '../rules/system-out-of-place.ts'
import { words as textBesideCalls } from '../rules/text-beside-calls.ts'
import { words as textBesideResults } from '../rules/text-beside-results.ts'
import { words as tooManyCacheMarks } from '../rules/too-many-cache-marks.ts'
import { words as toolDenied } from '../rules/tool-denied.ts'
import { words as toolNameMissing } from '../rules/tool-name-missing.ts'
import { words as toolParametersMissing } from '../rules/tool-parameters-missing.ts'
import { words as toolsNotDeclared } from '../rules/tools-not-declared.ts'
import { words as trailingSpace } from '../rules/trailing-space.ts'
import { words as undeclaredHostedTool } from '../rules/undeclared-hosted-tool.ts'
import { words as undeclaredTool } from '../rules/undeclared-tool.ts'
import { words as undeclaredToolReference } from '../rules/undeclared-tool-reference.ts'
import { words as unknownRole } from '../rules/unknown-role.ts'
import { words as unsupportedMedia } from '../rules/unsupported-media.ts'
import { words as unsupportedPartMember } from '../rules/unsupported-part-member.ts'
import { words as unsupportedProperty } from '../rules/unsupported-property.ts'
import { words as userAfterResult } from '../rules/user-after-result.ts'
import { words as wrongPartType } from '../rules/wrong-part-type.ts'

/** The words for a person about each local rule, from its own file. */
export const localWords: Readonly<Record<keyof LocalReads, Words>> = {
  'arguments-not-json': argumentsNotJson,
  'arguments-not-object': argumentsNotObject,
  'arguments-not-text': argumentsNotText,
  'blank-turn': blankTurn,
  'cache-mark-on-reasoning': cacheMarkOnReasoning,
  'call-by-user': callByUser,
  'call-id-missing': callIdMissing,
  'call-not-after-user': callNotAfterUser,
  'call-without-reasoning': callWithoutReasoning,
  'content-not-list': contentNotList,
  'content-not-text': contentNotText,
  'document-without-text': documentWithoutText,
  'duplicate-call-id': duplicateCallId,
  'duplicate-document-name': duplicateDocumentName,
  'duplicate-item-id': duplicateItemId,
  'duplicate-tool-name': duplicateToolName,
  'empty-call-list': emptyCallList,
  'empty-error-result': emptyErrorResult,
  'empty-text': emptyText,
  'empty-tool-list': emptyToolList,
  'empty-turn': emptyTurn,
  'ends-on-model': endsOnModel,
  'error-result-not-text': errorResultNotText,
  'forced-call-when-thinking': forcedCallWhenThinking,
  'hosted-call-without-result': hostedCallWithoutResult,
  'hosted-result-without-call': hostedResultWithoutCall,
  'illegal-call-id': illegalCallId,
  'illegal-document-name': illegalDocumentName,
  'illegal-hosted-id': illegalHostedId,
  'illegal-item-id': illegalItemId,
  'illegal-tool-name': illegalToolName,
  'image-too-large': imageTooLarge,
  'item-not-stored': itemNotStored,
  'lone-surrogate': loneSurrogate,
  'media-in-result': mediaInResult,
  'no-turns': noTurns,
  'no-user-turn': noUserTurn,
  'null-content': nullContent,
  'reasoning-bound': reasoningBound,
  'reasoning-changed': reasoningChanged,
  'reasoning-dangling': reasoningDangling,
  'reasoning-foreign': reasoningForeign,
  'reasoning-missing': reasoningMissing,
  'reasoning-not-first': reasoningNotFirst,
  'reasoning-unsigned': reasoningUnsigned,
  'reasoning-when-off': reasoningWhenOff,
  'result-not-object': resultNotObject,
  'same-speaker-twice': sameSpeakerTwice,
  'signature-missing': signatureMissing,
  'starts-on-model': startsOnModel,
  'system-out-of-place': systemOutOfPlace,
  'text-beside-calls': textBesideCalls,
  'text-beside-results': textBesideResults,
  'too-many-cache-marks': tooManyCacheMarks,
  'tool-denied': toolDenied,
  'tool-name-missing': toolNameMissing,
  'tool-parameters-missing': toolParametersMissing,
  'tools-not-declared': toolsNotDeclared,
  'trailing-space': trailingSpace,
  'undeclared-hosted-tool': undeclaredHostedTool,
  'undeclared-tool': undeclaredTool,
  'undeclared-tool-reference': undeclaredToolReference,
  'unknown-role': unknownRole,
  'unsupported-media': unsupportedMedia,
  'unsupported-part-member': unsupportedPartMember,
  'unsupported-property': unsupportedProperty,
  'user-after-result': userAfterResult,
  'wrong-part-type': wrongPartType,
}
