import { accessRules, companyOnDevice, deviceSettings } from '@gatehouse/contract/device/link.ts'
import { namedRecogniser } from '@gatehouse/contract/device/recogniser.ts'
import { z } from 'zod'
import type { CompanyPicture } from './terminal-state.ts'

/* The single values that a terminal keeps, in any kind of state. */

export const identitySchema = z.object({
  ldid: z.string(),
  secret: z.string(),
  serverUrl: z.string(),
  certificateAuthority: z.string().nullable(),
})
export const activeAlarmsSchema = z.array(
  z.object({ id: z.uuid(), code: z.int(), canRelease: z.boolean(), isHeld: z.boolean() }),
)
export const configurationSchema = z.object({
  settings: deviceSettings,
  access: accessRules,
  company: companyOnDevice.nullable().default(null),
})

/** Of another recogniser than the program's. */
export const recogniserSchema = namedRecogniser.omit({ byteSize: true })

/** Notes are JSON. */
export const companyPicturesSchema = z.array(
  z
    .object({ id: z.string(), base64: z.base64() })
    .transform(({ id, base64 }) => ({ id, bytes: Uint8Array.fromBase64(base64) })),
)
export const asNote = (pictures: readonly CompanyPicture[]) =>
  pictures.map(({ id, bytes }) => ({ id, base64: bytes.toBase64() }))
