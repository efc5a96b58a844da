import type { ComponentType } from 'react'
import { punchingTexts } from '../features/attendance/punches/punching-texts.ts'
import { registerTexts } from '../features/registrations-phone/register-texts.ts'
import { displayTexts } from '../features/inside/display/display-texts.ts'
import { stewardTexts } from '../features/muster/phone/steward-texts.ts'
import { visitTexts } from '../features/visitors/phone/visit-texts.ts'
import { formTexts } from '../i18n/common-texts.ts'
import type { TextSource } from '../i18n/text-source.ts'

/** A page for people without an account, at `/m/<kind>/<token>`, or at `/m/<kind>#<token>` where no server may log the token. */
type PhonePage = {
  hasTokenInFragment?: true
  /** The page fills a screen on a wall, and has no frame around it. */
  isScreen?: true
  load: () => Promise<{ Page: ComponentType<{ token: string }> }>
  texts: readonly TextSource[]
}

/** Every kind of page, each with the texts that it needs in addition to `phone` and `errors`. */
const phonePages: Readonly<Record<string, PhonePage>> = {
  host: { load: () => import('../features/visitors/phone/host-phone-page.tsx'), texts: [visitTexts] },
  invite: { load: () => import('../features/visitors/phone/invite-phone-page.tsx'), texts: [visitTexts, formTexts] },
  walkin: { load: () => import('../features/visitors/phone/walkin-phone-page.tsx'), texts: [visitTexts, formTexts] },
  punch: { load: () => import('../features/attendance/punches/punch-phone-page.tsx'), texts: [punchingTexts] },
  register: {
    load: () => import('../features/registrations-phone/register-page.tsx'),
    texts: [registerTexts, formTexts],
  },
  portrait: {
    load: () => import('../features/registrations-phone/asked-portrait-page.tsx'),
    texts: [registerTexts, formTexts],
  },
  display: {
    hasTokenInFragment: true,
    isScreen: true,
    load: () => import('../features/inside/display/display-phone-page.tsx'),
    texts: [displayTexts],
  },
  steward: {
    hasTokenInFragment: true,
    load: () => import('../features/muster/phone/steward-phone-page.tsx'),
    texts: [stewardTexts],
  },
  registered: { load: () => import('../features/registrations-phone/registered-page.tsx'), texts: [registerTexts] },
}

/** The page of an address and the token in it; undefined where there is no such page. */
export function phonePageAt({
  pathname,
  hash,
}: Pick<Location, 'pathname' | 'hash'>): { page: PhonePage; token: string } | undefined {
  const [, kind = '', inPath = ''] = /^\/m\/([\w-]+)(?:\/([\w-]{1,100}))?\/?$/.exec(pathname) ?? []
  const page = Object.hasOwn(phonePages, kind) ? phonePages[kind] : undefined
  const [, inFragment = ''] = /^#([\w-]{1,100})$/.exec(hash) ?? []
  const token = page?.hasTokenInFragment ? inFragment : inPath
  return page && token !== '' ? { page, token } : undefined
}
