import { unreadable } from '@gatehouse/contract/fields.ts'
import { phonePattern } from '@gatehouse/contract/phone-number.ts'
import { pinyin } from 'pinyin-pro'
import type { InstallKeys } from '../lib/install-keys.ts'
import { blindIndex, seal, sealText, unseal, unsealShown, unsealText } from '../lib/seal.ts'

/** A person's name that `nameColumns` has normalised. */
export type PersonName = string & { readonly isSearchable: unique symbol }

const hanCharacter = /\p{Script=Han}/u
/** Names of more Chinese signs than these are found by the reading of these. */
const maxReadCharacters = 40

/** The form in which searches compare text: lower case, of one width, without spaces. `matchPeople` converts keywords alike. */
export const searchForm = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/**
 * The stored columns of a person's name: itself, and `name_search`, by which it is found (张三, `zhangsan`, `zs`) and sorted.
 * EVERY writer of `person.name` (staff, visitors, blacklist, registration, import) writes through this function; the
 * branded type enforces it in Kysely, and raw SQL must do so too.
 */
export const nameColumns = (name: string) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that gives the brand
  name: name as PersonName,
  name_search: [...new Set([...readingsOf(name), searchForm(name)])].join('\n'),
})

/** The readings of a Chinese name, as a family name first: 单雄信 is `shanxiongxin`, but somebody will type `danxiongxin`. */
function readingsOf(name: string): string[] {
  if (!hanCharacter.test(name)) return []
  const head = [...name].slice(0, maxReadCharacters).join('')
  const options = { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' } as const
  const readings = [pinyin(head, { ...options, surname: 'head' }), pinyin(head, options)]
  const passport = readings.map((syllables) => syllables.map((syllable) => syllable.replace(/^([ln])v/, '$1u')))
  const whole = [...readings, ...passport]
  return [
    ...whole.map((syllables) => searchForm(syllables.join(''))),
    ...whole.map((syllables) => searchForm(syllables.map((syllable) => [...syllable.trim()][0] ?? '').join(''))),
  ]
}

/** 138****0001: enough to recognise a known number, and not enough to learn an unknown one. */
export const maskPhone = (phone: string) =>
  phone === unreadable
    ? unreadable
    : phone.length < 7
      ? '*'.repeat(phone.length)
      : `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`

/** m***@example.com */
export const maskEmail = (email: string) =>
  email === unreadable ? unreadable : `${email.slice(0, 1)}***${email.slice(email.indexOf('@'))}`

/** 44**************12 */
export const maskIdNumber = (idNumber: string) =>
  `${idNumber.slice(0, 2)}${'*'.repeat(Math.max(0, idNumber.length - 4))}${idNumber.slice(-2)}`

/** A phone number as it is stored: sealed, findable by its blind index, and masked for those who may not read it. */
export const phoneColumns = (keys: InstallKeys, phone: string | null) => ({
  phone_sealed: sealText(keys.column, phone, 'person.phone'),
  phone_hash: phone === null ? null : phoneHash(keys, phone),
  phone_masked: phone === null ? null : maskPhone(phone),
})

export const emailColumns = (keys: InstallKeys, email: string | null) => ({
  email_sealed: sealText(keys.column, email, 'person.email'),
  email_masked: email === null ? null : maskEmail(email),
})

/** The number of an identity document: as a phone number. Upper and lower case are one number. */
export const idNumberColumns = (keys: InstallKeys, idNumber: string | null) => ({
  id_number_sealed: sealText(keys.column, idNumber, 'person.id_number'),
  id_number_hash: idNumber === null ? null : blindIndex(keys.blindIndex, `id number ${idNumber.toUpperCase()}`),
  id_number_masked: idNumber === null ? null : maskIdNumber(idNumber),
})

/** A PIN as `hashPin` made it. */
export const pinColumns = (keys: InstallKeys, hashed: string | null) => ({
  pin_sealed: sealText(keys.column, hashed, 'person.pin'),
})
export const openPin = (keys: InstallKeys, sealed: Buffer | null) => unsealText(keys.column, sealed, 'person.pin')

const cardContext = 'person_key.card'
const pinContext = 'person_key.pin'
/** The result of the slow hash of a card or a PIN. */
export const sealCardKey = (keys: InstallKeys, key: Buffer) => seal(keys.column, key, cardContext)
export const sealPinKey = (keys: InstallKeys, key: Buffer) => seal(keys.column, key, pinContext)
export const openCardKey = (keys: InstallKeys, sealed: Buffer) => unseal(keys.column, sealed, cardContext)
export const openPinKey = (keys: InstallKeys, sealed: Buffer) => unseal(keys.column, sealed, pinContext)

export const phoneHash = (keys: InstallKeys, phone: string) => blindIndex(keys.blindIndex, `phone ${phone}`)
/** Opens a phone number for use by the server. @throws when it does not open; screens show `showPhone` */
export const openPhone = (keys: InstallKeys, sealed: Buffer | null) => unsealText(keys.column, sealed, 'person.phone')
/** These three give `unreadable` for a value that does not open. */
export const showPhone = (keys: InstallKeys, sealed: Buffer | null) => unsealShown(keys.column, sealed, 'person.phone')
export const showEmail = (keys: InstallKeys, sealed: Buffer | null) => unsealShown(keys.column, sealed, 'person.email')
export const showIdNumber = (keys: InstallKeys, sealed: Buffer | null) =>
  unsealShown(keys.column, sealed, 'person.id_number')

const ownCode = '+86'

/**
 * MAN-09: one form of a number, so that it is found again: mainland numbers are digits, others `+10-123456`. An area code
 * in the number itself decides; digits take the area code beside them. undefined: together they are too long.
 */
export function joinPhone(phone: string, areaCode: string | null) {
  const [, code = areaCode, digits = phone] = /^(\+\d{1,4})-(\d+)$/.exec(phone) ?? []
  const joined = code === null || code === ownCode ? digits : `${code}-${digits}`
  return phonePattern.test(joined) ? { phone: joined, areaCode: code } : undefined
}
