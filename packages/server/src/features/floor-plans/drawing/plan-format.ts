export type PlanFormat = 'jpeg' | 'png' | 'svg' | 'pdf'

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
const isPng = (bytes: Uint8Array) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const isJpeg = (bytes: Uint8Array) => startsWith(bytes, [0xff, 0xd8, 0xff])
/** Programs write a few bytes before it, and viewers accept them within the first 1,024. */
const isPdf = (start: string) => start.includes('%PDF-')
/** A declaration, comments and a document type may stand before it. */
const isSvg = (start: string) => /<(?:[\w.-]+:)?svg[\s>]/i.test(start)

/** The format that the bytes of a file show, whatever its name is; undefined for any other. */
export function formatOf(bytes: Uint8Array): PlanFormat | undefined {
  if (isPng(bytes)) return 'png'
  if (isJpeg(bytes)) return 'jpeg'
  const start = Buffer.from(bytes.subarray(0, 65_536)).toString('latin1')
  if (isPdf(start.slice(0, 1_024))) return 'pdf'
  return isSvg(start) ? 'svg' : undefined
}
