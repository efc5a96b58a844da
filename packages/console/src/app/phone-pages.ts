import type { ComponentType } from 'react'
import type { Area } from '../i18n/areas.ts'

/** A page for people without an account, at `/m/<kind>/<token>`. */
type PhonePage = { load: () => Promise<{ Page: ComponentType<{ token: string }> }>; areas: readonly Area[] }

/** Every kind of page, each with the areas of text that it shows beside `phone` and `errors`. */
const phonePages: Readonly<Record<string, PhonePage>> = {
  host: { load: () => import('../features/visitors/host-phone-page.tsx'), areas: ['visits'] },
  invite: { load: () => import('../features/visitors/invite-phone-page.tsx'), areas: ['visits', 'form'] },
  walkin: { load: () => import('../features/visitors/walkin-phone-page.tsx'), areas: ['visits', 'form'] },
  punch: { load: () => import('../features/attendance/punches/punch-phone-page.tsx'), areas: ['punching'] },
  register: { load: () => import('../features/registrations-phone/register-page.tsx'), areas: ['form', 'register'] },
  registered: { load: () => import('../features/registrations-phone/registered-page.tsx'), areas: ['register'] },
}

/** The page of an address and the token in it; undefined where there is no such page. */
export function phonePageAt(pathname: string): { page: PhonePage; token: string } | undefined {
  const [, kind = '', token = ''] = /^\/m\/([\w-]+)\/([\w-]{1,100})\/?$/.exec(pathname) ?? []
  const page = Object.hasOwn(phonePages, kind) ? phonePages[kind] : undefined
  return page && { page, token }
}
