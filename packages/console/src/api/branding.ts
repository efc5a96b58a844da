import { type Branding, getBranding } from '@gatehouse/contract/features/company.ts'
import { call } from './call.ts'

let asked: Promise<Branding | null> | undefined

/** Asks the server, while the rest of the login page is still on its way; without an answer it looks like Gatehouse. */
export function startBranding() {
  asked = call(getBranding).catch(() => null)
}

export const askedBranding = () => asked
