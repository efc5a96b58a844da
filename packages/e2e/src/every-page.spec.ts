import { type PageName, pageNames, pages } from '@gatehouse/contract/navigation.ts'
import { expect, type Page } from '@playwright/test'
import type { SeededProduct } from './seed-product.ts'
import { navigateInPage } from './navigate-in-page.ts'
import { test } from './journey.ts'
import { findAccessibilityFaults, type AxeScope } from './accessibility-faults.ts'

type Address = string | ((seeded: SeededProduct) => string)
type PageToSee = { name: string; address: Address }

type DetailName = {
  [Name in PageName]: (typeof pages)[Name]['path'] extends `${string}/detail` | '/device/sites/door' ? Name : never
}[PageName]

/** The id in the address of each page about one thing; null: the seeded product has none, and the page says that it is missing. */
const ids: Record<DetailName, ((seeded: SeededProduct) => string) | null> = {
  siteDetail: ({ siteId }) => siteId,
  doorDetail: ({ doorId }) => doorId,
  staffDetail: ({ personId }) => personId,
  visitorDetail: null,
  blacklistDetail: ({ blacklistedId }) => blacklistedId,
  schedulesDetail: null,
  musterDetail: null,
  attendanceRulesDetail: null,
  attendanceAreasDetail: null,
  firmwareDetail: null,
  applicationDetail: null,
}
const isDetail = (name: PageName): name is DetailName => name in ids

/** The address of a page of the contract, of the root department and without optional parameters. */
function addressOf(name: PageName): Address {
  const path = pages[name].path.replace(':deptId', '0').replace(/\/:\w+\?$/, '')
  const idOf = isDetail(name) ? ids[name] : null
  return idOf === null ? path : (seeded) => `${path}?id=${idOf(seeded)}`
}

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Tabs, panels and missing things, and pages that the contract's table does not have. */
const further: PageToSee[] = Object.entries<Address>({
  'common-settings': '/dashboard/settings',
  'disk-space': '/dashboard/storage',
  'alarm-rules': '/device/alarm/rules',
  'alarm-rule-add': '/device/alarm/rules/new',
  'alarm-settings': '/device/alarm/settings',
  'site-add': '/device/sites/new',
  'site-edit': ({ siteId }) => `/device/sites/detail/edit?id=${siteId}`,
  'site-area-add': ({ siteId, areaId }) => `/device/sites/detail/area/${areaId}/new?id=${siteId}`,
  'site-area-edit': ({ siteId, areaId }) => `/device/sites/detail/area/${areaId}?id=${siteId}&areaId=${areaId}`,
  'site-area-rules': ({ siteId, areaId }) => `/device/sites/detail/area/${areaId}/rules?id=${siteId}&areaId=${areaId}`,
  'site-interlock-add': ({ siteId }) => `/device/sites/detail/interlock/new?id=${siteId}`,
  'door-rule': ({ doorId }) => `/device/sites/door/rule/escort?id=${doorId}`,
  'site-plan': ({ siteId }) => `/device/sites/detail?id=${siteId}&view=plan`,
  'site-plan-add': ({ siteId }) => `/device/sites/plans/new?id=${siteId}`,
  'site-door-add': ({ siteId }) => `/device/sites/detail/door/new?id=${siteId}`,
  'site-door-edit': ({ siteId, doorId }) => `/device/sites/detail/door/${doorId}?id=${siteId}`,
  'site-day-end': ({ siteId }) => `/device/sites/detail/day-end?id=${siteId}`,
  'inside-displays': '/sign/inside/displays',
  'site-muster': ({ siteId }) => `/device/sites/muster?id=${siteId}`,
  'site-muster-point-add': ({ siteId }) => `/device/sites/muster/point/new?id=${siteId}`,
  'site-muster-settings': ({ siteId }) => `/device/sites/muster/settings?id=${siteId}`,
  'live-view': ({ deviceId }) => `/device/live?doors=${deviceId}`,
  'device-add': '/device/list/new',
  'device-detail': ({ deviceId }) => `/device/list/${deviceId}`,
  'device-settings': ({ deviceId }) => `/device/list/${deviceId}?tab=settings`,
  'device-pass': ({ deviceId }) => `/device/list/${deviceId}?tab=pass`,
  'device-people': ({ deviceId }) => `/device/list/${deviceId}?tab=people`,
  'device-records': ({ deviceId }) => `/device/list/${deviceId}?tab=records`,
  'device-alarms': ({ deviceId }) => `/device/list/${deviceId}?tab=alarms`,
  'device-commands': ({ deviceId }) => `/device/list/${deviceId}?tab=commands`,
  'device-app': ({ deviceId }) => `/device/list/${deviceId}?tab=app`,
  'device-edit': ({ deviceId }) => `/device/list/${deviceId}/edit`,
  'device-templates': '/device/list/templates',
  'device-waiting': '/device/list/waiting',
  'device-missing': `/device/list/${unknownId}`,
  'staff-add': '/manmgt/staff/0/new',
  'site-missing': '/device/sites/detail',
  'staff-missing': '/manmgt/staff/detail',
  'staff-group-devices': '/manmgt/staffgroup?tab=devices',
  'staff-group-new': '/manmgt/staffgroup/new',
  'blacklist-add': '/manmgt/blacklist/new',
  'blacklist-move-in': '/manmgt/blacklist/move-in',
  'blacklist-missing': '/manmgt/blacklist/detail',
  'visitor-add': '/manmgt/visitor/new',
  'visitor-invite': '/manmgt/visitor/invite',
  visits: '/manmgt/visitor/visits',
  'visitor-reception': '/manmgt/visitor/reception',
  'registration-visitors': '/manmgt/registerRecord?tab=visitors',
  'registration-code': '/manmgt/registerRecord/code',
  'record-settings': '/sign/signRecord/settings',
  'record-detail': ({ recordId }) => `/sign/signRecord/${recordId}`,
  'timetable-missing': `/sign/schedules/detail?id=${unknownId}`,
  'policy-add': '/sign/policies/new',
  'policy-delete': '/sign/policies/delete',
  why: '/sign/policies/why',
  'attendance-rule-add': '/attendance/attendanceRules/new',
  'attendance-area-add': '/attendance/attendanceAreas/new',
  'attendance-requests': '/attendance/attendanceRecord?tab=requests',
  'attendance-grid': '/attendance/attendanceRecord?tab=month',
  'attendance-month': ({ personId }) => `/attendance/attendanceRecord/${personId}`,
  'firmware-upload': '/upgrade/firwareManagement/new',
  'firmware-versions': '/upgrade/firwareManagement/versions',
  'account-add': '/bumgt/account/new',
  'company-edit': '/bumgt/company/edit',
  'service-time': '/bumgt/serviceConfig/time',
  'service-mail': '/bumgt/serviceConfig/mail',
  'service-push': '/bumgt/serviceConfig/push',
  'open-platform-add': '/bumgt/openPlatform/new',
  'open-platform-detail': ({ applicationId }) => `/bumgt/openPlatform/${applicationId}`,
  'open-platform-domain': ({ applicationId }) => `/bumgt/openPlatform/${applicationId}/domain`,
  'own-account': '/account',
  password: '/account/password',
  about: '/about',
  '404': '/404',
  '403': '/403',
}).map(([name, address]) => ({ name, address }))

const outside: PageToSee[] = [{ name: 'login', address: '/login' }]
/** Every page of the contract, so that a new one cannot be left out, and the further addresses. */
const inside = [...pageNames.map((name): PageToSee => ({ name, address: addressOf(name) })), ...further]

const addressIn = ({ address }: PageToSee, seeded: SeededProduct) =>
  typeof address === 'string' ? address : address(seeded)

const wide = { width: 1440, height: 900 } as const
const middle = { width: 1024, height: 768 } as const
const narrow = { width: 390, height: 844 } as const

type Look = { size: typeof wide | typeof middle | typeof narrow; theme: 'light' | 'dark'; scope?: AxeScope }

/**
 * A language can break a page by its texts and their length, a width by the layout and its names, a theme by its
 * colours. The texts of the two Chinese languages are equally long and complete (catalogs.test.ts): one of them is tested.
 */
const usual: Record<string, readonly Look[]> = {
  en: [
    { size: wide, theme: 'light', scope: 'all' },
    { size: wide, theme: 'dark', scope: 'colours' },
    { size: middle, theme: 'light' },
    { size: narrow, theme: 'light', scope: 'names' },
  ],
  zh: [{ size: narrow, theme: 'light' }],
}

/** `PICTURES=1` sees each language in every size and theme, and keeps the pictures in `test-results/pages`. */
const withPictures = process.env['PICTURES'] === '1'
const everything: readonly Look[] = [wide, middle, narrow].flatMap((size) => [
  { size, theme: 'light' },
  { size, theme: 'dark' },
])
const looksIn = withPictures ? { en: everything, zh: everything, 'zh-tw': everything } : usual

/** Waits until the page is complete: it has a heading, and nothing says that it is loading. */
async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // a bar that shows a number is no wait
  await expect(page.locator('[role=progressbar]:not([aria-valuenow])')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /Loading|加载|載入/ })).toHaveCount(0)
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete)
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
  })
}

/** Keys and placeholders that were not replaced by text. */
async function strayTexts(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  const keys = text.match(
    /\b(about|account|alarms|attendance|bell|live|blacklist|dashboard|departments|devices|errors|form|frame|groups|list|login|menu|records|sites|staff):[a-z]\w*(\.\w+)*/g,
  )
  const placeholders = text.match(/\{\w+\}|\[object \w+\]|\bundefined\b|\bNaN\b/g)
  return [...(keys ?? []), ...(placeholders ?? [])]
}

/** Names of products, formats, devices and units, which are Latin in Chinese too, and examples of what is to be typed. */
const latin =
  /[\w.@-]*example\.com|-----BEGIN CERTIFICATE-----|\b(Gatehouse|English|Webhook|LDID|UDID|PIN|IC|ID|QR|Code|CSV|AppKey|Secret|API|OpenID|IP|MAC|NTP|SMTP|TLS|VIP|UTC|GMT|MQTT|Wi-?Fi|Ctrl|Shift|Cmd|Esc|Enter|GB|MB|kB|px|ms|km|cm)\b/g

/**
 * English names on a Chinese page that only a screen reader or a tooltip shows, as a component library brings them along. Words
 * that people entered (people, devices, groups) are recognised because they are also on the page as a text, or in a field.
 */
async function englishNames(page: Page): Promise<string[]> {
  const { names, shown } = await page.evaluate(() => {
    const attributes = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'alt',
      'placeholder',
    ]
    const names = [...document.body.querySelectorAll('*')]
      .filter((element) => !element.closest('[lang]:not(html), [aria-hidden=true]'))
      .flatMap((element) => attributes.map((attribute) => [attribute, element.getAttribute(attribute) ?? ''] as const))
    const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    return { names, shown: [document.body.innerText, ...fields].join('\n') }
  })
  return [...new Set(names.map(([attribute, name]) => `${attribute}="${name}"`))].filter((said) => {
    const words =
      said
        .replace(/^[a-z-]+=/, '')
        .replaceAll(latin, '')
        .match(/[A-Za-z][A-Za-z'-]+/g) ?? []
    return words.some((word) => !shown.includes(word))
  })
}

/** Headings: one for the page, and no skipped level. */
async function headingFaults(page: Page): Promise<string[]> {
  const headings = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      // A placeholder for loading content is a heading in name only.
      .filter(
        (heading) => heading.checkVisibility() && !heading.closest('[aria-hidden=true]') && heading.textContent !== '',
      )
      .map((heading) => ({ level: Number(heading.tagName.slice(1)), text: heading.textContent.slice(0, 40) })),
  )
  const ones = headings.filter(({ level }) => level === 1)
  const skips = headings.flatMap(({ level, text }, index) => {
    const before = headings[index - 1]
    return before && level > before.level + 1
      ? [`h${before.level} "${before.text}" is followed by h${level} "${text}"`]
      : []
  })
  return ones.length === 1 ? skips : [`${ones.length} h1: ${ones.map(({ text }) => text).join(', ')}`, ...skips]
}

/** The pixels by which something is wider than the window once the layout rests; only a table in its own frame may be. */
async function overflowOf(page: Page): Promise<number> {
  let overflow = 0
  const fits = expect.poll(
    async () => {
      overflow = await page.evaluate(
        () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth,
      )
      return overflow
    },
    { timeout: 3000, intervals: [50, 100, 200] },
  )
  await fits.toBeLessThanOrEqual(0).catch(() => undefined)
  return overflow
}

/** Dates that continue in the next line: a browser breaks a line after each of their hyphens. */
const brokenDates = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: date, index } of (text.textContent ?? '').matchAll(/\d{4}-\d\d-\d\d/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + date.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push((text.textContent ?? '').slice(0, 80))
      }
    }
    return broken
  })

/** The hint of a search field, if the field is too narrow for it. */
const cutHints = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('.list-search input')]
      .filter((field) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field)
        const pen = document.createElement('canvas').getContext('2d')
        if (!pen) return false
        pen.font = font
        const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
        return pen.measureText(field.placeholder).width > room + 0.5
      })
      .map(({ placeholder }) => placeholder),
  )

/** Goes by way of a short page: of two pages with the same title, nothing would tell when the second has come. */
async function goTo(page: Page, address: string) {
  for (const next of ['/about', address]) {
    if (new URL(page.url()).pathname === next) continue
    const before = await page.title()
    await navigateInPage(page, next)
    await page.waitForFunction((before) => document.title !== before, before)
  }
}

/** Looks at the open page. The theme follows the system's, which may change while a page is open. */
async function look(page: Page, name: string, language: string, looks: readonly Look[]) {
  const faults: string[] = []
  for (const { size, theme, scope } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    const place = `${name} in ${language}, ${theme}, ${size.width} px`
    if (withPictures) {
      const path = `test-results/pages/${name}-${language}-${theme}-${size.width}.png`
      await page.screenshot({ path, animations: 'disabled', fullPage: true })
    }
    for (const stray of await strayTexts(page)) faults.push(`${place}: no text for ${stray}`)
    if (language !== 'en') for (const name of await englishNames(page)) faults.push(`${place}: says ${name} in English`)
    for (const fault of await headingFaults(page)) faults.push(`${place}: ${fault}`)
    const overflow = await overflowOf(page)
    if (overflow > 0) faults.push(`${place}: ${overflow} px wider than the window`)
    for (const date of await brokenDates(page)) faults.push(`${place}: a date goes on in the next line: ${date}`)
    if (size === wide) for (const hint of await cutHints(page)) faults.push(`${place}: the hint is cut: ${hint}`)
    if (scope) for (const fault of await findAccessibilityFaults(page, scope)) faults.push(`${place}: ${fault}`)
  }
  return faults
}

/** The first and last page of each test, counted from 1: few enough that all workers end at about the same time. */
const shares = Array.from({ length: Math.ceil(inside.length / 20) }, (_, n) => [n * 20 + 1, (n + 1) * 20] as const)

// A trace of so many pages is large and tells little: the faults name their places.
test.use({ trace: 'off' })

for (const [language, looks] of Object.entries(looksIn)) {
  test.describe(`in ${language}`, () => {
    test.beforeEach(({ page }) => page.addInitScript((chosen) => localStorage.setItem('language', chosen), language))

    test(`[ERR-04] the page before the login is whole and open to everybody, in ${language}`, async ({
      page,
      seeded,
    }) => {
      const faults: string[] = []
      for (const one of outside) {
        await page.goto(addressIn(one, seeded))
        faults.push(...(await look(page, one.name, language, looks)))
      }
      expect(faults).toEqual([])
    })

    test.describe('logged in', () => {
      test.use({ role: 'superAdmin' })
      for (const [first, last] of shares) {
        test(`[ERR-04] every page is whole and open to everybody, in ${language}: ${first} to ${last}`, async ({
          page,
          seeded,
        }) => {
          const faults: string[] = []
          await page.goto('/dashboard')
          await settled(page)
          for (const one of inside.slice(first - 1, last)) {
            if (looks[0]) await page.setViewportSize(looks[0].size)
            await goTo(page, addressIn(one, seeded))
            faults.push(...(await look(page, one.name, language, looks)))
          }
          expect(faults).toEqual([])
        })
      }
    })
  })
}
