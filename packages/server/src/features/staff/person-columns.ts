import { blindIndex, sealText, unsealText } from '../../lib/seal.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'

/** 138****0001: enough to recognise a number one knows, not enough to learn one. */
export const maskPhone = (phone: string) =>
  phone.length < 7 ? '*'.repeat(phone.length) : `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`

/** m***@example.com */
export const maskEmail = (email: string) => `${email.slice(0, 1)}***${email.slice(email.indexOf('@'))}`

/** A phone number as it is stored: sealed, findable by its blind index, and masked for those who may not read it. */
export const phoneColumns = (keys: InstallKeys, phone: string | null) => ({
  phone_sealed: sealText(keys.column, phone, 'person.phone'),
  phone_hash: phone === null ? null : blindIndex(keys.blindIndex, `phone ${phone}`),
  phone_masked: phone === null ? null : maskPhone(phone),
})

export const phoneHash = (keys: InstallKeys, phone: string) => blindIndex(keys.blindIndex, `phone ${phone}`)
export const openPhone = (keys: InstallKeys, sealed: Buffer | null) => unsealText(keys.column, sealed, 'person.phone')
export const sealEmail = (keys: InstallKeys, email: string | null) => sealText(keys.column, email, 'person.email')
export const openEmail = (keys: InstallKeys, sealed: Buffer | null) => unsealText(keys.column, sealed, 'person.email')
