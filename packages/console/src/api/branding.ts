import { type Branding, type CompanyPicture, getBranding } from '@gatehouse/contract/features/company.ts'
import { call } from './call.ts'

let asked: Promise<Branding | null> | undefined

/** Asks the server, while the rest of the login page is still on its way; without an answer it looks like Gatehouse. */
export function startBranding() {
  asked = readBranding().catch(() => null)
}

export const askedBranding = () => asked

/** Without the library of schemas, which the login page does not have. */
export const readBranding = () => call(getBranding)

/** The address of a picture that everybody may see. */
export const brandingPicture = (picture: CompanyPicture, id: string) => `/api/v2/branding/${picture}/${id}`
