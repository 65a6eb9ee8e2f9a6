import type { RuleText } from '../model/rule.ts'

// What Mortise says in English, a rule at a time: who needs one rule takes no words of the others along.

export const argumentsNotJson = 'The arguments of `{id}` {name} are not JSON.'
export const argumentsNotObject = 'The arguments of `{id}` {name} are not an object.'
export const argumentsNotText = 'The arguments of `{id}` {name} are not JSON in a string.'
export const blankTurn = 'This turn holds nothing but white space.'
export const cacheMarkOnReasoning = 'This reasoning has a cache mark, and reasoning takes none.'
export const callByUser = '`{id}` {name} is called in a turn that is not the model’s.'
export const callIdMissing = 'This {what} {name} has no id.'
export const callNotAfterUser =
  'This turn calls a tool, and neither the user nor a result stands right before it.'
export const callWithoutReasoning =
  '`{id}` {name} is known to the provider as `{item}`, but the reasoning before it is gone.'
export const contentNotList: RuleText = {
  usual: 'The content of this {speaker} turn is a text, where a list is wanted.',
  result: 'What `{id}` gave is a text, where a list is wanted.',
}
export const contentNotText: RuleText = {
  usual: 'The content of this {speaker} turn is not one text.',
  output: 'A result in this {speaker} turn does not say of what type its words are.',
  result: 'What `{id}` gave is neither a text nor a list of parts.',
}
export const documentWithoutText = 'This turn holds a document and no text.'
export const duplicateCallId = '`{id}` {name} has the id of an earlier call.'
export const duplicateItemId = 'An earlier item is already known as `{item}`.'
export const emptyCallList = 'This turn has an empty list of calls.'
export const emptyErrorResult = 'Result `{id}` reports an error and says nothing.'
export const emptyText = 'This text is empty.'
export const emptyToolList = 'The request has a list of tools with nothing in it.'
export const emptyTurn = 'This {speaker} turn is empty.'
export const endsOnModel = 'The request ends on a {speaker} turn, and this API does not go on from there.'
export const errorResultNotText = 'Result `{id}` reports an error and holds more than text.'
export const forcedCallWhenThinking: RuleText = {
  usual: 'The model is made to call a tool while it thinks.',
  one: 'The model is made to call a certain tool while it thinks.',
}
export const hostedCallWithoutResult = '`{id}` {name} is run by the provider, and its result is not there.'
export const hostedResultWithoutCall =
  'This result of `{id}` {name} stands without the call that the provider ran.'
export const illegalCallId = 'The id `{id}` does not have the form that this API takes.'
export const illegalHostedId: RuleText = {
  usual: 'The id `{id}` is none that the provider gives to its own tools.',
  nameless: 'This tool of the provider has no id.',
}
export const illegalItemId: RuleText = {
  usual: 'The item’s name `{item}` does not begin with `{prefix}`.',
  long: 'The item’s name `{item}` is {length} characters long.',
  spelling: 'The item’s name `{item}` has characters that this API does not take.',
}
export const illegalToolName = 'The tool name `{name}` does not have the form that this API takes.'
export const imageTooLarge: RuleText = {
  usual: 'This image is {width} x {height} pixels large, and the API takes {maximum} a side at most.',
  many: 'This image is {width} x {height} pixels large, and beside so many others the API takes {maximum} a side at most.',
}
export const itemNotStored = 'The provider keeps no items for this request, so it does not know `{item}`.'
export const loneSurrogate: RuleText = {
  usual: 'This holds half of a character, which cannot be sent.',
  instructions: 'The instructions hold half of a character, which cannot be sent.',
}
export const mediaInResult: RuleText = {
  usual: 'Result `{id}` holds an image, which this API takes from the user alone.',
  more: 'Result `{id}` holds a file or a recording, which this API takes from the user alone.',
}
export const noTurns = 'The request holds no turn, and this API wants one at least.'
export const noUserTurn = 'No user speaks in this request, and this API wants one to.'
export const nullContent = 'This {speaker} turn has no content.'
export const reasoningBound = 'What stands before this signed reasoning would be changed.'
export const reasoningChanged = 'What stands beside signed reasoning in the last turn would be changed.'
export const reasoningDangling = 'The reasoning `{item}` is not followed by the item that it led to.'
export const reasoningMissing =
  'The model thinks in this request, and these calls came without its reasoning.'
export const reasoningNotFirst = 'This turn holds reasoning and starts with something else.'
export const reasoningUnsigned = 'This reasoning has no signature, and nobody but its provider could sign it.'
export const reasoningWhenOff = 'The request does not think, and its last turn holds reasoning.'
export const resultNotObject: RuleText = {
  usual: 'What result `{id}` holds is not an object.',
  list: 'What result `{id}` holds is a list, not an object.',
}
export const sameSpeakerTwice = 'This {speaker} turn follows another one, and speakers must alternate here.'
export const signatureMissing = '`{id}` {name} lacks the signature that the model gave it.'
export const startsOnModel = 'The request starts on a {speaker} turn, and this API wants the user first.'
export const systemOutOfPlace: RuleText = {
  usual: 'A system turn may not follow a model or tool turn here.',
  unled: 'A system turn has to follow a user turn here.',
  unheard: 'A system turn has to stand before a model turn or last here.',
}
export const textBesideCalls =
  'This turn calls tools and says something, and this model takes only one of the two.'
export const textBesideResults =
  'This turn holds results and other content, and results are to stand by themselves here.'
export const tooManyCacheMarks = 'There are {n} cache marks, more than this API takes.'
export const toolDenied: RuleText = {
  usual: '`{id}` {name} is a call of a tool that is denied.',
  result: 'Result `{id}` {name} is of a tool that is denied.',
}
export const toolNameMissing = 'This {what} does not say which tool it is about.'
export const toolParametersMissing = 'A tool that the request declares does not say what it takes.'
export const toolsNotDeclared = 'The conversation holds calls or results, and the request declares no tools.'
export const undeclaredTool = '`{id}` {name} is a call of a tool that the request does not declare.'
export const undeclaredToolReference = 'This points to the tool `{name}`, which the request does not declare.'
export const unknownRole = 'The API does not know the role `{role}`.'
export const unsupportedPartMember: RuleText = {
  usual: 'This part has the member `{member}`, which this API does not know.',
  within: 'A text in this result has a member that this API does not know.',
}
export const unsupportedProperty = 'This turn has the member `{name}`, which this API does not know.'
export const userAfterResult = 'A user turn may not follow a result here: the model speaks first.'
export const wrongPartType: RuleText = {
  usual: 'A part of this {speaker} turn is of a type that it cannot have here.',
  foreign: 'A part of this {speaker} turn is of a type that this API does not have.',
  output: 'This result holds a part of a type that results cannot have.',
}

/** What the engine itself says, about calls and results and what cannot be read. */
export const pairing: Readonly<Record<string, RuleText>> = {
  'call-not-last': '`{id}` {name} is followed by other content in the same turn.',
  'call-without-result': {
    usual: '`{id}` {name} has no result in the next turn.',
    anywhere: '`{id}` {name} has no result.',
  },
  'duplicate-result': 'Call `{id}` already has a result.',
  'result-not-leading': 'Result `{id}` stands after other content of its turn.',
  'result-out-of-place': 'Result `{id}` does not stand right after its call.',
  'result-without-call': {
    usual: 'Result `{id}` answers a call that is not in the conversation.',
    ambiguous: 'Result `{id}` could answer more than one open call.',
    decoded: 'Result `{id}` has another id than its call `{owner}` {name}.',
    guessed: 'Result `{id}` has the id of no call; by where it stands it answers `{owner}` {name}.',
    kind: 'Result `{id}` is of another kind than its call {name}.',
    nameless: 'A result without an id answers no call that waits for one.',
  },
  'results-out-of-order': {
    usual: 'Result `{id}` does not stand where its call would have it.',
    guessed: 'Result `{id}` stands where the result of `{owner}` {name} belongs.',
    named: 'A result stands where that of {name} belongs, and has the name of another tool.',
  },
  'results-split': 'Result `{id}` stands in another turn than the results before it.',
  unreadable: 'This is not {wanted}.',
}
