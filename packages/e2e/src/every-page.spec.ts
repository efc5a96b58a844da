import { expect, type Page } from '@playwright/test'
import type { SeededProduct } from './seed-product.ts'
import { navigateInPage } from './navigate-in-page.ts'
import { test } from './journey.ts'
import { findAccessibilityFaults, type AxeScope } from './accessibility-faults.ts'

type PageToSee = { name: string; address: (seeded: SeededProduct) => string }

const page = (name: string, address: string | ((seeded: SeededProduct) => string)): PageToSee => ({
  name,
  address: typeof address === 'string' ? () => address : address,
})

const outside = [page('login', '/login')]
const inside = [
  page('dashboard', '/dashboard'),
  page('common-settings', '/dashboard/settings'),
  page('disk-space', '/dashboard/storage'),
  page('devices', '/device/list'),
  page('alarms', '/device/alarm'),
  page('alarm-rules', '/device/alarm/rules'),
  page('alarm-rule-add', '/device/alarm/rules/new'),
  page('alarm-settings', '/device/alarm/settings'),
  page('live-view', ({ deviceId }) => `/device/live?doors=${deviceId}`),
  page('device-add', '/device/list/new'),
  page('device-detail', ({ deviceId }) => `/device/list/${deviceId}`),
  page('device-settings', ({ deviceId }) => `/device/list/${deviceId}?tab=settings`),
  page('device-pass', ({ deviceId }) => `/device/list/${deviceId}?tab=pass`),
  page('device-people', ({ deviceId }) => `/device/list/${deviceId}?tab=people`),
  page('device-records', ({ deviceId }) => `/device/list/${deviceId}?tab=records`),
  page('device-alarms', ({ deviceId }) => `/device/list/${deviceId}?tab=alarms`),
  page('device-commands', ({ deviceId }) => `/device/list/${deviceId}?tab=commands`),
  page('device-app', ({ deviceId }) => `/device/list/${deviceId}?tab=app`),
  page('device-edit', ({ deviceId }) => `/device/list/${deviceId}/edit`),
  page('device-templates', '/device/list/templates'),
  page('device-waiting', '/device/list/waiting'),
  page('staff', '/manmgt/staff/0'),
  page('staff-add', '/manmgt/staff/0/new'),
  page('staff-detail', ({ personId }) => `/manmgt/staff/detail?id=${personId}`),
  page('staff-groups', '/manmgt/staffgroup'),
  page('staff-group-devices', '/manmgt/staffgroup?tab=devices'),
  page('staff-group-new', '/manmgt/staffgroup/new'),
  page('visitor-groups', '/manmgt/visitorgroup'),
  page('blacklist-groups', '/manmgt/blacklistgroup'),
  page('blacklist', '/manmgt/blacklist'),
  page('blacklist-add', '/manmgt/blacklist/new'),
  page('blacklist-move-in', '/manmgt/blacklist/move-in'),
  page('blacklist-detail', ({ blacklistedId }) => `/manmgt/blacklist/detail?id=${blacklistedId}`),
  page('visitors', '/manmgt/visitor'),
  page('visitor-add', '/manmgt/visitor/new'),
  page('visitor-invite', '/manmgt/visitor/invite'),
  page('visits', '/manmgt/visitor/visits'),
  page('visitor-reception', '/manmgt/visitor/reception'),
  page('registrations', '/manmgt/registerRecord'),
  page('registration-visitors', '/manmgt/registerRecord?tab=visitors'),
  page('registration-code', '/manmgt/registerRecord/code'),
  page('record-statistics', '/sign/signCount'),
  page('record-settings', '/sign/signRecord/settings'),
  page('accounts', '/bumgt/account'),
  page('account-add', '/bumgt/account/new'),
  page('own-account', '/account'),
  page('operation-log', '/bumgt/operationLog'),
  page('licence', '/bumgt/license'),
  page('company', '/bumgt/company'),
  page('company-edit', '/bumgt/company/edit'),
  page('service', '/bumgt/serviceConfig'),
  page('service-time', '/bumgt/serviceConfig/time'),
  page('service-mail', '/bumgt/serviceConfig/mail'),
  page('open-platform', '/bumgt/openPlatform'),
  page('open-platform-add', '/bumgt/openPlatform/new'),
  page('open-platform-detail', ({ applicationId }) => `/bumgt/openPlatform/${applicationId}`),
  page('open-platform-domain', ({ applicationId }) => `/bumgt/openPlatform/${applicationId}/domain`),
  page('records', '/sign/signRecord'),
  page('record-detail', ({ recordId }) => `/sign/signRecord/${recordId}`),
  page('timetables', '/sign/schedules'),
  page('timetable', '/sign/schedules/detail'),
  page('policies', '/sign/policies'),
  page('policy-add', '/sign/policies/new'),
  page('policy-delete', '/sign/policies/delete'),
  page('why', '/sign/policies/why'),
  page('attendance-rules', '/attendance/attendanceRules'),
  page('attendance-rule-add', '/attendance/attendanceRules/new'),
  page('attendance-areas', '/attendance/attendanceAreas'),
  page('attendance-area-add', '/attendance/attendanceAreas/new'),
  page('attendance-records', '/attendance/attendanceRecord'),
  page('attendance-requests', '/attendance/attendanceRecord?tab=requests'),
  page('attendance-month', ({ personId }) => `/attendance/attendanceRecord/${personId}`),
  page('attendance-statistics', '/attendance/attendanceStatistics'),
  page('firmware', '/upgrade/firwareManagement'),
  page('firmware-upload', '/upgrade/firwareManagement/new'),
  page('firmware-versions', '/upgrade/firwareManagement/versions'),
  page('applications', '/upgrade/applicationManagement'),
  page('about', '/about'),
  page('password', '/account/password'),
  page('device-missing', '/device/list/00000000-0000-4000-8000-000000000000'),
  page('staff-missing', '/manmgt/staff/detail'),
  page('visitor-missing', '/manmgt/visitor/detail'),
  page('blacklist-missing', '/manmgt/blacklist/detail'),
  page('attendance-rule-missing', '/attendance/attendanceRules/detail'),
  page('attendance-area-missing', '/attendance/attendanceAreas/detail'),
  page('timetable-missing', '/sign/schedules/detail?id=00000000-0000-4000-8000-000000000000'),
  page('firmware-missing', '/upgrade/firwareManagement/detail'),
  page('application-missing', '/upgrade/applicationManagement/detail'),
  page('404', '/404'),
  page('403', '/403'),
]

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
    /\b(about|account|alarms|attendance|bell|live|blacklist|dashboard|departments|devices|errors|form|frame|groups|list|login|menu|records|staff):[a-z]\w*(\.\w+)*/g,
  )
  const placeholders = text.match(/\{\w+\}|\[object \w+\]|\bundefined\b|\bNaN\b/g)
  return [...(keys ?? []), ...(placeholders ?? [])]
}

/** Names of products, formats, devices and units, which are Latin in Chinese too, and examples of what is to be typed. */
const latin =
  /[\w.@-]*example\.com|-----BEGIN CERTIFICATE-----|\b(Gatehouse|English|Webhook|LDID|UDID|PIN|IC|ID|QR|Code|CSV|AppKey|Secret|API|OpenID|IP|MAC|NTP|SMTP|TLS|VIP|UTC|GMT|MQTT|Wi-?Fi|Ctrl|Cmd|Esc|Enter|GB|MB|kB|px|ms|km|cm)\b/g

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
      for (const { name, address } of outside) {
        await page.goto(address(seeded))
        faults.push(...(await look(page, name, language, looks)))
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
          for (const { name, address } of inside.slice(first - 1, last)) {
            if (looks[0]) await page.setViewportSize(looks[0].size)
            await goTo(page, address(seeded))
            faults.push(...(await look(page, name, language, looks)))
          }
          expect(faults).toEqual([])
        })
      }
    })
  })
}
