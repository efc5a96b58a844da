/** Longest side of the picture sent: the server does not keep more, and a phone's pictures are ten times as large. */
const sentSide = 1600
/** Up to here a JPEG or PNG travels as it is. */
const fineBytes = 4 * 1024 * 1024
const sentTypes = ['image/jpeg', 'image/png']

/** The types that a file field offers; an iPhone converts its own format into the first of them. */
export const pictureTypes = [...sentTypes, 'image/webp', 'image/avif']

/**
 * A picture upright and small enough to send, as JPEG; a small JPEG or PNG as it is.
 * @throws when the file is no picture that this browser reads
 */
export async function shrinkPicture(file: Blob, fine = fineBytes): Promise<Blob> {
  if (file.size <= fine && sentTypes.includes(file.type)) return file
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, sentSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (context) {
    // The colour that replaces transparency in a JPEG.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((small) => (small ? resolve(small) : reject(new Error('no picture'))), 'image/jpeg', 0.92),
  )
}
