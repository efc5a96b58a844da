const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, index) => bytes[at + index] === byte)
const hasText = (bytes: Uint8Array, at: number, text: string): boolean =>
  startsWith(
    bytes,
    [...text].map((letter) => letter.charCodeAt(0)),
    at,
  )

export const isJpeg = (bytes: Uint8Array): boolean => startsWith(bytes, [0xff, 0xd8, 0xff])
const isPng = (bytes: Uint8Array): boolean => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const isWebp = (bytes: Uint8Array): boolean => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')
const isAvif = (bytes: Uint8Array): boolean =>
  hasText(bytes, 4, 'ftyp') && (hasText(bytes, 8, 'avif') || hasText(bytes, 8, 'avis'))

/** Whether the bytes begin as a picture that is decoded here (JPEG, PNG, WebP, AVIF), whatever the file name is. */
export const isPicture = (bytes: Uint8Array): boolean => isJpeg(bytes) || isPng(bytes) || isWebp(bytes) || isAvif(bytes)
