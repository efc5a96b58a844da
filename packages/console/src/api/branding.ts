import type { CallableRoute } from '@gatehouse/contract/client.ts'
import type { Branding } from '@gatehouse/contract/features/company.ts'
import { callPlain } from './call.ts'

/**
 * `GET v2/branding` for the login page, which does without the schema library: the same route as the contract's `getBranding`
 * (a test compares them).
 */
export const brandingRoute: CallableRoute<Branding> = {
  method: 'GET',
  path: '/v2/branding',
  prefix: '/api',
  bodyKind: 'json',
  response: {
    safeParse: (data) =>
      isBranding(data) ? { success: true, data } : { success: false, error: new TypeError('branding') },
  },
}

function isBranding(data: unknown): data is Branding {
  if (typeof data !== 'object' || data === null) return false
  const { name, welcome, logo, background }: Record<string, unknown> = { ...data }
  return isText(name) && isText(welcome) && isPicture(logo) && isPicture(background)
}

const isText = (value: unknown) => value === null || typeof value === 'string'

function isPicture(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  const { id, width, height }: Record<string, unknown> = { ...value }
  return typeof id === 'string' && typeof width === 'number' && typeof height === 'number'
}

let asked: Promise<Branding | null> | undefined

/** Asks the server, while the rest of the login page is still on its way; without an answer it looks like Gatehouse. */
export function startBranding() {
  asked = callPlain(brandingRoute).catch(() => null)
}

export const askedBranding = () => asked
