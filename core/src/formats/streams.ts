import type { StreamForm } from '../model/stream-form.ts'
import { checkEvents as checkAnthropic } from './anthropic-messages/convert/stream/laws.ts'
import { readStream as readAnthropic } from './anthropic-messages/convert/stream/reader.ts'
import { writeStream as writeAnthropic } from './anthropic-messages/convert/stream/writer.ts'
import { checkEvents as checkConverse } from './bedrock-converse/convert/stream/laws.ts'
import { readStream as readConverse } from './bedrock-converse/convert/stream/reader.ts'
import { writeStream as writeConverse } from './bedrock-converse/convert/stream/writer.ts'
import { checkEvents as checkGemini } from './gemini-contents/convert/stream/laws.ts'
import { readStream as readGemini } from './gemini-contents/convert/stream/reader.ts'
import { writeStream as writeGemini } from './gemini-contents/convert/stream/writer.ts'
import { checkEvents as checkChat } from './openai-chat/convert/stream/laws.ts'
import { readStream as readChat } from './openai-chat/convert/stream/reader.ts'
import { writeStream as writeChat } from './openai-chat/convert/stream/writer.ts'
import { checkEvents as checkResponses } from './openai-responses/convert/stream/laws.ts'
import { readStream as readResponses } from './openai-responses/convert/stream/reader.ts'
import { writeStream as writeResponses } from './openai-responses/convert/stream/writer.ts'

/** How each wire streams its answers. */
export const streams: readonly StreamForm[] = [
  {
    format: 'anthropic-messages',
    provider: 'anthropic',
    isSequential: true,
    hasPlainText: false,
    reader: readAnthropic,
    writer: writeAnthropic,
    check: checkAnthropic,
  },
  {
    format: 'openai-chat',
    provider: 'openai',
    isSequential: false,
    hasPlainText: true,
    reader: readChat,
    writer: writeChat,
    check: checkChat,
  },
  {
    format: 'openai-responses',
    provider: 'openai',
    isSequential: false,
    hasPlainText: true,
    reader: readResponses,
    writer: writeResponses,
    check: checkResponses,
  },
  {
    format: 'gemini-contents',
    provider: 'google',
    isSequential: true,
    hasPlainText: false,
    reader: readGemini,
    writer: writeGemini,
    check: checkGemini,
  },
  {
    format: 'bedrock-converse',
    provider: 'anthropic',
    isSequential: true,
    hasPlainText: false,
    reader: readConverse,
    writer: writeConverse,
    check: checkConverse,
  },
]
