import { formatOf } from '@gatehouse/face/core/picture-format.ts'
import { strippedJpeg, strippedPng } from './strip-metadata.ts'

/** Longest side of the picture sent: the server does not keep more, and a phone's pictures are ten times as large. */
const sentSide = 1600
/** From the best: a picture that would become larger than it was is made once more, and then sent as it comes out. */
const qualities = [0.92, 0.8]

/**
 * A picture as it is sent: upright and at most 1,600 pixels long, as JPEG. A JPEG or PNG of that size stays pixel for pixel
 * what it was. Neither has the metadata of the photograph, with the place where it was taken. A picture that this browser
 * cannot decode (HEIC in most) stays as it is: the server reads it, or says what it reads. Rejects with a DOMException where the
 * file cannot be read: it was moved after it was chosen, or lies in a cloud.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const format = formatOf(new Uint8Array(await file.slice(0, 256).arrayBuffer()))
  if (!format) return file
  const bitmap = await openPicture(file)
  if (!bitmap) return new Blob([file], { type: `image/${format}` })
  const isSmall = Math.max(bitmap.width, bitmap.height) <= sentSide
  const stripped = isSmall && (format === 'jpeg' || format === 'png') ? await withoutMetadata(file, format) : undefined
  if (stripped) {
    bitmap.close()
    return stripped
  }
  const scale = Math.min(1, sentSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context) {
    // The colour that replaces transparency in a JPEG.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  let made: Blob | null = null
  for (const quality of qualities) {
    made = (await jpegOf(canvas, quality)) ?? made
    if (made && made.size <= file.size) break
  }
  // Also one that is larger than the file: that one still has its metadata.
  return made ?? file
}

/** The picture upright, as this browser decodes it; undefined where it does not. */
export async function openPicture(file: Blob): Promise<ImageBitmap | undefined> {
  // A browser without a window's pictures, as tests have it, throws at once.
  try {
    return await createImageBitmap(file)
  } catch {
    return undefined
  }
}

/** A canvas as JPEG, whatever was drawn on it. */
export const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** Formats that every browser shows. */
const shown = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** An address to show a picture that is sent by; null where this browser would show none. */
export const previewOf = (picture: Blob): string | null =>
  shown.has(picture.type) ? URL.createObjectURL(picture) : null

async function withoutMetadata(file: Blob, format: 'jpeg' | 'png'): Promise<Blob | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const stripped = format === 'jpeg' ? strippedJpeg(bytes) : strippedPng(bytes)
  return stripped && new Blob([stripped], { type: `image/${format}` })
}
