import type { Rule } from '../model/rule.ts'
import { argumentsNotJson } from './arguments-not-json.ts'
import { argumentsNotObject } from './arguments-not-object.ts'
import { argumentsNotText } from './arguments-not-text.ts'
import { blankTurn } from './blank-turn.ts'
import { cacheMarkOnReasoning } from './cache-mark-on-reasoning.ts'
import { callByUser } from './call-by-user.ts'
import { callIdMissing } from './call-id-missing.ts'
import { callNotAfterUser } from './call-not-after-user.ts'
import { callWithoutReasoning } from './call-without-reasoning.ts'
import { contentNotList } from './content-not-list.ts'
import { contentNotText } from './content-not-text.ts'
import { documentWithoutText } from './document-without-text.ts'
import { duplicateCallId } from './duplicate-call-id.ts'
import { duplicateDocumentName } from './duplicate-document-name.ts'
import { duplicateItemId } from './duplicate-item-id.ts'
import { duplicateToolName } from './duplicate-tool-name.ts'
import { emptyCallList } from './empty-call-list.ts'
import { emptyErrorResult } from './empty-error-result.ts'
import { emptyText } from './empty-text.ts'
import { emptyToolList } from './empty-tool-list.ts'
import { emptyTurn } from './empty-turn.ts'
import { endsOnModel } from './ends-on-model.ts'
import { errorResultNotText } from './error-result-not-text.ts'
import { forcedCallWhenThinking } from './forced-call-when-thinking.ts'
import { hostedCallWithoutResult } from './hosted-call-without-result.ts'
import { hostedResultWithoutCall } from './hosted-result-without-call.ts'
import { illegalCallId } from './illegal-call-id.ts'
import { illegalDocumentName } from './illegal-document-name.ts'
import { illegalHostedId } from './illegal-hosted-id.ts'
import { illegalItemId } from './illegal-item-id.ts'
import { illegalToolName } from './illegal-tool-name.ts'
import { imageTooLarge } from './image-too-large.ts'
import { itemNotStored } from './item-not-stored.ts'
import { loneSurrogate } from './lone-surrogate.ts'
import { mediaInResult } from './media-in-result.ts'
import { noTurns } from './no-turns.ts'
import { noUserTurn } from './no-user-turn.ts'
import { nullContent } from './null-content.ts'
import { reasoningBound } from './reasoning-bound.ts'
import { reasoningChanged } from './reasoning-changed.ts'
import { reasoningDangling } from './reasoning-dangling.ts'
import { reasoningForeign } from './reasoning-foreign.ts'
import { reasoningMissing } from './reasoning-missing.ts'
import { reasoningNotFirst } from './reasoning-not-first.ts'
import { reasoningUnsigned } from './reasoning-unsigned.ts'
import { reasoningWhenOff } from './reasoning-when-off.ts'
import { resultNotObject } from './result-not-object.ts'
import { sameSpeakerTwice } from './same-speaker-twice.ts'
import { signatureMissing } from './signature-missing.ts'
import { startsOnModel } from './starts-on-model.ts'
import { systemOutOfPlace } from './system-out-of-place.ts'
import { textBesideCalls } from './text-beside-calls.ts'
import { textBesideResults } from './text-beside-results.ts'
import { tooManyCacheMarks } from './too-many-cache-marks.ts'
import { toolDenied } from './tool-denied.ts'
import { toolNameMissing } from './tool-name-missing.ts'
import { toolParametersMissing } from './tool-parameters-missing.ts'
import { toolsNotDeclared } from './tools-not-declared.ts'
import { trailingSpace } from './trailing-space.ts'
import { undeclaredHostedTool } from './undeclared-hosted-tool.ts'
import { undeclaredTool } from './undeclared-tool.ts'
import { undeclaredToolReference } from './undeclared-tool-reference.ts'
import { unknownRole } from './unknown-role.ts'
import { unsupportedMedia } from './unsupported-media.ts'
import { unsupportedPartMember } from './unsupported-part-member.ts'
import { unsupportedProperty } from './unsupported-property.ts'
import { userAfterResult } from './user-after-result.ts'
import { wrongPartType } from './wrong-part-type.ts'

/** The local rules in the order in which they run: each sees the draft that the one before it left. */
export const rules: readonly Rule[] = [
  unsupportedProperty,
  contentNotText,
  contentNotList,
  wrongPartType,
  imageTooLarge,
  illegalDocumentName,
  duplicateDocumentName,
  duplicateItemId,
  unknownRole,
  toolDenied,
  callByUser,
  reasoningForeign,
  reasoningUnsigned,
  illegalHostedId,
  emptyCallList,
  nullContent,
  emptyText,
  emptyTurn,
  blankTurn,
  toolNameMissing,
  unsupportedPartMember,
  callIdMissing,
  illegalCallId,
  duplicateCallId,
  illegalToolName,
  argumentsNotObject,
  argumentsNotText,
  argumentsNotJson,
  undeclaredTool,
  undeclaredToolReference,
  undeclaredHostedTool,
  resultNotObject,
  errorResultNotText,
  emptyErrorResult,
  mediaInResult,
  unsupportedMedia,
  itemNotStored,
  illegalItemId,
  reasoningDangling,
  callWithoutReasoning,
  loneSurrogate,
  hostedCallWithoutResult,
  hostedResultWithoutCall,
  reasoningNotFirst,
  reasoningChanged,
  reasoningMissing,
  cacheMarkOnReasoning,
  tooManyCacheMarks,
  systemOutOfPlace,
  userAfterResult,
  textBesideResults,
  textBesideCalls,
  callNotAfterUser,
  startsOnModel,
  sameSpeakerTwice,
  documentWithoutText,
  toolsNotDeclared,
  emptyToolList,
  duplicateToolName,
  toolParametersMissing,
  forcedCallWhenThinking,
  signatureMissing,
  reasoningWhenOff,
  trailingSpace,
  endsOnModel,
  noUserTurn,
  noTurns,
  reasoningBound,
]
