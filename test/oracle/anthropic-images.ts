import { blocksIn } from './anthropic-blocks.ts'
import { type Fields, fieldsOf, isFields } from './request.ts'

const LONGEST_SIDE = 8000
const LONGEST_SIDE_OF_MANY = 2000
const FEW = 20
const MOST_DATA = 10 * 1024 * 1024

/** Lists the images whose sides are longer than the API takes. */
export function imageComplaints(messages: readonly unknown[]): string[] {
  const images = messages.flatMap((message, index) => imagesIn(message).map((image) => ({ index, image })))
  const longest = images.length > FEW ? LONGEST_SIDE_OF_MANY : LONGEST_SIDE
  const large = images.filter(({ image }) => Math.max(...sizeOf(fieldsOf(image.source).data)) > longest)
  const heavy = images.filter(({ image }) => String(fieldsOf(image.source).data ?? '').length > MOST_DATA)
  return [...large, ...heavy].map(
    ({ index }) =>
      `messages.${index} shows an image with more than ${longest} pixels a side, or too much data.`,
  )
}

function imagesIn(message: unknown): Fields[] {
  const blocks = blocksIn(message).flatMap((block) => [block, ...innerBlocks(block)])
  return blocks.filter(({ type }) => type === 'image')
}

function innerBlocks({ type, content }: Fields): Fields[] {
  return type === 'tool_result' && Array.isArray(content) ? content.filter(isFields) : []
}

/** The width and height that a file says it has; zeros where it says nothing that is known here. */
export function sizeOf(data: unknown): readonly [width: number, height: number] {
  const [plain = ''] = typeof data === 'string' ? (/^[A-Za-z0-9+/]*/.exec(data) ?? []) : []
  try {
    return sizeIn(Buffer.from(plain, 'base64'))
  } catch {
    // It ends too early.
    return [0, 0]
  }
}

function sizeIn(file: Buffer): readonly [number, number] {
  const starts = file.toString('latin1', 0, 16)
  if (/^.PNG.{8}IHDR/s.test(starts)) return [file.readUInt32BE(16), file.readUInt32BE(20)]
  if (/^GIF8[79]a/.test(starts)) return [file.readUInt16LE(6), file.readUInt16LE(8)]
  if (/^RIFF....WEBPVP8X/s.test(starts)) return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
  if (/^RIFF....WEBPVP8 /s.test(starts))
    return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]
  if (/^RIFF....WEBPVP8L/s.test(starts)) {
    const bits = file.readUInt32LE(21)
    return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
  }
  return starts.startsWith('\xff\xd8\xff') ? frameIn(file, 2) : [0, 0]
}

/** A frame of JPEG says how large it is; what stands before it says how long itself is. */
function frameIn(file: Buffer, at: number): readonly [number, number] {
  const marker = file.readUInt16BE(at)
  const length = file.readUInt16BE(at + 2)
  if (marker <= 0xffbf || [0xffd9, 0xffda].includes(marker) || length < 2) return [0, 0]
  const isTable = [0xffc4, 0xffc8, 0xffcc].includes(marker) || marker > 0xffcf
  if (isTable) return frameIn(file, at + 2 + length)
  return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)]
}
