import { type Fields, readFields, rowsOf } from './read-fields.ts'
import { readLocalTime } from './local-time.ts'
import { decodeText } from './charset.ts'

export type Photo = { pin: string | null; time: Temporal.PlainDateTime; jpeg: Buffer }

const startOfJpeg = Buffer.from([0xff, 0xd8, 0xff])

/**
 * The upload of a photograph: header rows, a NUL, and the picture or its base64. Its announced size may be wrong: the length of the body
 * decides. undefined: no photograph.
 */
export function readPhotoUpload(body: Buffer): Photo | undefined {
  const nul = body.indexOf(0)
  const start = body.indexOf(startOfJpeg)
  // Some programs leave the NUL out; a picture has bytes of zero itself.
  const end = nul >= 0 && (start < 0 || nul < start) ? nul : start
  if (end < 0) return undefined
  const rows = rowsOf(decodeText(body.subarray(0, end)).text)
  const header = new Map(rows.flatMap((row) => [...readFields(row, '\n')]))
  return photoOf(header, pictureOf(body.subarray(start >= end && start >= 0 ? start : end + 1)))
}

/** A photograph in a row of the access dialect. */
export const readPhotoRow = (fields: Fields): Photo | undefined =>
  photoOf(fields, pictureOf(Buffer.from(fields.get('photo') ?? fields.get('content') ?? '')))

/** A JPEG as it is or in base64; undefined for anything else. */
export function pictureOf(bytes: Buffer): Buffer | undefined {
  if (bytes.subarray(0, 3).equals(startOfJpeg)) return bytes
  const decoded = Buffer.from(bytes.toString('latin1').replaceAll(/[^\w+/=-]/g, ''), 'base64')
  return decoded.subarray(0, 3).equals(startOfJpeg) ? decoded : undefined
}

/** Its name is the local time and, where somebody was recognised, the number of the person. */
function photoOf(header: Fields, jpeg: Buffer | undefined): Photo | undefined {
  const name = header.get('pin') ?? header.get('filename') ?? ''
  const match = /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:-([\w.-]*?))?(?:\.jpe?g)?$/i.exec(name.trim())
  if (!match || !jpeg) return undefined
  const [, year, month, day, hour, minute, second, pin = ''] = match
  const time = readLocalTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`)
  return time && { pin: pin === '' || pin === '0' ? null : pin, time, jpeg }
}
