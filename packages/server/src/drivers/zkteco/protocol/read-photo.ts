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
  const picture = end < 0 ? undefined : pictureOf(body.subarray(start >= end && start >= 0 ? start : end + 1))
  if (picture) return photoOf(headerOf(body.subarray(0, end)), picture)
  // Others give its base64 as one more field.
  const field = pictureField.exec(body.toString('latin1'))
  if (!field) return undefined
  const from = field.index + field[0].length
  return photoOf(headerOf(body.subarray(0, field.index)), pictureOf(body.subarray(from)))
}

const pictureField = /(?:^|[\t\r\n&])(?:picture|photo|content)=/i

/** Fields between line breaks or tabs. */
const headerOf = (bytes: Buffer): Fields =>
  new Map(
    rowsOf(decodeText(bytes).text).flatMap((row) => row.split(/[\t&]/).flatMap((part) => [...readFields(part, '\n')])),
  )

const maxHead = 300

/** The rows before the picture. */
export const headOfPhoto = (body: Buffer): string => {
  const head = body.subarray(0, maxHead).toString('latin1')
  const end = /\0|\xff\xd8|(?:picture|photo|content)=/i.exec(head)?.index ?? head.length
  return head
    .slice(0, end)
    .replaceAll(/[\r\n\t]+/g, ' ')
    .trim()
}

/** Whether a body that names no table is a photograph. */
export const isPhotoUpload = (body: Buffer): boolean =>
  /(?:^|[\t\r\n&])CMD=(?:upload|real)/i.test(body.subarray(0, maxHead).toString('latin1'))

/** A photograph in a row of the access dialect. */
export const readPhotoRow = (fields: Fields): Photo | undefined =>
  photoOf(fields, pictureOf(Buffer.from(fields.get('photo') ?? fields.get('content') ?? '')))

/** A JPEG as it is or in base64; undefined for anything else. */
export function pictureOf(bytes: Buffer): Buffer | undefined {
  if (bytes.subarray(0, 3).equals(startOfJpeg)) return bytes
  const decoded = Buffer.from(bytes.toString('latin1').replaceAll(/[^\w+/=-]/g, ''), 'base64')
  return decoded.subarray(0, 3).equals(startOfJpeg) ? decoded : undefined
}

/** The end of a name, in which its time and number are: a longer one is looked at from each of its digits. */
const maxName = 64

const nameOfPhoto = /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:-([\w.-]*?))?(?:\.jpe?g)?$/i
/** Some write the number first, and the date with dashes. */
const otherName = /^([\w.]{1,24})-(\d{4})-(\d\d)-(\d\d)-(\d{6})(?=\.|$)/

/** Its name is the local time and, where somebody was recognised, the number of the person. */
function photoOf(header: Fields, jpeg: Buffer | undefined): Photo | undefined {
  const name = (header.get('pin') ?? header.get('filename') ?? '').trim().slice(-maxName)
  const match = nameOfPhoto.exec(name.replace(otherName, '$2$3$4$5-$1'))
  if (!match || !jpeg) return undefined
  const [, year, month, day, hour, minute, second, pin = ''] = match
  const time = readLocalTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`)
  return time && { pin: pin === '' || pin === '0' ? null : pin, time, jpeg }
}
