import { accessRules, companyOnDevice, deviceSettings } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'

/* What a terminal keeps as single values, wherever it keeps them. */

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
