import { z } from 'zod'
import { id, instant, lines, optionalLine, requiredLine, timeZoneName } from '../fields.ts'
import { route } from '../route.ts'

export const companyPictures = ['logo', 'background'] as const
export type CompanyPicture = (typeof companyPictures)[number]

/** Low: exactly one face. High: size, angle, brightness, blur, mouth and occlusion too. */
export const qualityLevels = ['low', 'high'] as const

const picture = z.object({ id, width: z.int(), height: z.int() })

export const companyInput = z.object({
  /** The reference allows 30 letters of half width; names of companies are longer. */
  name: requiredLine(60),
  welcome: optionalLine(255),
  introduction: lines(255)
    .transform((text) => text || null)
    .nullable(),
  /** Applies to new portraits; existing ones stay. */
  qualityLevel: z.enum(qualityLevels),
  /** IANA. Days of statistics, attendance rules and devices without a zone of their own follow it. */
  timeZone: timeZoneName,
})

export const companyInfo = z.object({
  name: z.string(),
  welcome: z.string().nullable(),
  introduction: z.string().nullable(),
  qualityLevel: z.enum(qualityLevels),
  logo: picture.nullable(),
  background: picture.nullable(),
  /** IANA; the zone of the machine at the first start until somebody chooses one. */
  timeZone: z.string(),
  isZoneChosen: z.boolean(),
  /** People whose attendance is still to be evaluated again after a change of the zone. */
  zoneWaits: z.int(),
  /** The authorization period: of the licence in force. */
  authorization: z.object({ fromAt: instant, toAt: instant }).nullable(),
})
export type CompanyInfo = z.output<typeof companyInfo>

export const getCompany = route({
  method: 'GET',
  path: '/v2/company',
  summary: 'The enterprise: its details, its pictures, and how strictly portraits are checked',
  permission: 'company.read',
  shows: 'company',
  response: companyInfo,
})

export const updateCompany = route({
  method: 'PATCH',
  path: '/v2/company',
  summary:
    'Change the enterprise; terminals and the login page follow. Another time zone judges attendance again, in the background',
  permission: 'company.write',
  body: companyInput.partial(),
  response: companyInfo,
  audit: { module: 'company', event: 'update' },
  changes: ['company', 'sites'],
})

const zoneChange = z.object({
  /** Attendance of this date and later is evaluated again; older days, and days of a locked month, stay as they are. */
  fromOn: z.string(),
  /** The last locked month within reach, `yyyy-MM`; days before its end stay. */
  lockedThrough: z.string().nullable(),
  /** People in a rule without a zone of its own. */
  people: z.int(),
  /** Devices without a zone of their own. */
  devices: z.int(),
})
export type ZoneChange = z.output<typeof zoneChange>

export const getZoneChange = route({
  method: 'GET',
  path: '/v2/company/zone-change',
  summary: 'Preview the effects of another time zone of the enterprise',
  permission: 'company.write',
  shows: 'company',
  query: z.object({ timeZone: timeZoneName }),
  response: zoneChange,
})

const whichPicture = z.object({ picture: z.enum(companyPictures) })

export const uploadCompanyPicture = route({
  method: 'PUT',
  path: '/v2/company/pictures/:picture',
  summary: "Set the enterprise's logo or background: a jpg or png, re-encoded",
  permission: 'company.write',
  params: whichPicture,
  bodyKind: 'image',
  response: companyInfo,
  errors: ['image.unreadable', 'image.too-large'],
  audit: { module: 'company', event: 'upload-picture' },
  changes: ['company'],
})

export const deleteCompanyPicture = route({
  method: 'DELETE',
  path: '/v2/company/pictures/:picture',
  summary: 'Restore the default look',
  permission: 'company.write',
  params: whichPicture,
  response: companyInfo,
  audit: { module: 'company', event: 'delete-picture' },
  changes: ['company'],
})

/** The data of the enterprise that the login page shows, before anybody has signed in. */
export const branding = z.object({
  /** null: nobody has given the enterprise a name yet. */
  name: z.string().nullable(),
  welcome: z.string().nullable(),
  logo: picture.nullable(),
  background: picture.nullable(),
})
export type Branding = z.output<typeof branding>

export const getBranding = route({
  method: 'GET',
  path: '/v2/branding',
  summary: 'How the login page looks',
  permission: 'public',
  response: branding,
})

export const getBrandingPicture = route({
  method: 'GET',
  path: '/v2/branding/:picture/:id',
  summary: 'The logo or the background as it is now; every other picture needs a session',
  permission: 'public',
  params: whichPicture.extend({ id }),
  replyKind: 'stream',
  errors: ['image.not-found'],
})
