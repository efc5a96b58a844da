import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { addressIn, goTo, inside, outside, settled } from './pages-to-see.ts'
import { findAccessibilityFaults, type AxeScope } from './accessibility-faults.ts'

const wide = { width: 1440, height: 900 } as const
const middle = { width: 1024, height: 768 } as const
const narrow = { width: 390, height: 844 } as const

type Look = { size: typeof wide | typeof middle | typeof narrow; theme: 'light' | 'dark'; scope?: AxeScope }

/**
 * A language can break a page by its texts and their length, a width by the layout and its names, a theme by its
 * colours: axe looks at all of a page where it has most, and in the other looks at what they change. `npm run pictures -- axe` looks
 * at all of each page in each look, as each role. The texts of the two Chinese languages are equally long and complete
 * (catalogs.test.ts): one of them is tested.
 */
const usual: Record<string, readonly Look[]> = {
  en: [
    { size: wide, theme: 'light', scope: 'all' },
    { size: middle, theme: 'dark', scope: 'colours' },
    { size: narrow, theme: 'light', scope: 'names' },
  ],
  zh: [{ size: narrow, theme: 'light' }],
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

/**
 * Names of products, formats, devices and units, which are Latin in Chinese too, examples of what is to be typed, and what was seeded and is
 * read in full in a tooltip only: the place of a door, where it leads, and a person whose face stands there.
 */
const latin =
  /[\w.@-]*example\.com|Ground floor, by the river|A person with a rather long name who has no portrait and no department yet|→ Lobby|-----BEGIN CERTIFICATE-----|\b(Gatehouse|English|Webhook|LDID|UDID|PIN|IC|ID|QR|Code|CSV|AppKey|Secret|API|OpenID|IP|MAC|NTP|SMTP|TLS|VIP|UTC|GMT|MQTT|Wi-?Fi|Ctrl|Shift|Cmd|Esc|Enter|GB|MB|kB|px|ms|km|cm)\b/g

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

/** Titles of columns that do not fit into their columns. */
const cutTitles = (page: Page) =>
  page
    .locator('main thead th')
    .evaluateAll((all) =>
      all
        .filter((title) => title.checkVisibility() && title.scrollWidth > title.clientWidth + 1)
        .map(({ textContent }) => textContent),
    )

/**
 * Waits until the lists of the page rest: a list chooses its columns by its width, which an observer tells it after the layout, and is
 * laid out once more. At rest, nothing of it has changed from a frame to the next three.
 */
const listsRest = (page: Page) =>
  page.evaluate(async () => {
    const look = () =>
      [...document.querySelectorAll('main .list-frame')]
        .flatMap((frame) => [frame.clientWidth, frame.scrollWidth, frame.querySelectorAll('thead th').length])
        .join()
    let same = 0
    let before = look()
    for (let frames = 0; same < 3; frames++) {
      await new Promise(requestAnimationFrame)
      const now = look()
      if (frames === 600) throw new Error(`the lists do not rest: ${before} became ${now}`)
      same = now === before ? same + 1 : 0
      before = now
    }
  })

/** Columns that end beyond the edge of their list: what a list shows at first is seen without moving it. */
async function columnsBeyond(page: Page) {
  await listsRest(page)
  return page.locator('main .list-frame').evaluateAll((frames) =>
    frames
      .filter((frame) => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth + 1)
      .flatMap((frame) => {
        const edge = frame.getBoundingClientRect().left + frame.clientWidth + 1
        const ends = [...frame.querySelectorAll('thead th')].filter(
          (title) => title.getBoundingClientRect().right > edge,
        )
        return ends.map(({ textContent }) => textContent)
      }),
  )
}

/** Buttons that would be printed, but for those whose words the paper needs: heads of columns, doors, places, timetables. */
async function buttonsOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const words =
    'thead button, .plan-picture button, .live-tile-main, .live-now, .inside-place, .departments-all, .brush, .later-field'
  const printed = await page
    .locator(':is(.layout, .ant-drawer) :is(button, [role=button], [role=switch], .ant-btn)')
    .evaluateAll(
      (buttons, words) =>
        buttons
          .filter((button) => button.checkVisibility({ visibilityProperty: true }) && !button.matches(words))
          .map((button) => button.getAttribute('aria-label') ?? button.textContent),
      words,
    )
  await page.emulateMedia({ media: 'screen' })
  return printed
}

/** Looks at the open page. The theme follows the system's, which may change while a page is open. */
async function look(page: Page, name: string, language: string, looks: readonly Look[]) {
  const faults: string[] = []
  for (const { size, theme, scope } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    const place = `${name} in ${language}, ${theme}, ${size.width} px`
    for (const stray of await strayTexts(page)) faults.push(`${place}: no text for ${stray}`)
    if (language !== 'en') for (const name of await englishNames(page)) faults.push(`${place}: says ${name} in English`)
    for (const fault of await headingFaults(page)) faults.push(`${place}: ${fault}`)
    const overflow = await overflowOf(page)
    if (overflow > 0) faults.push(`${place}: ${overflow} px wider than the window`)
    for (const date of await brokenDates(page)) faults.push(`${place}: a date goes on in the next line: ${date}`)
    if (size === wide) {
      for (const hint of await cutHints(page)) faults.push(`${place}: the hint is cut: ${hint}`)
      for (const button of await buttonsOnPaper(page)) faults.push(`${place}: "${button}" is printed`)
    }
    if (size !== narrow) {
      for (const title of await cutTitles(page)) faults.push(`${place}: a column's title is cut: ${title}`)
      for (const title of await columnsBeyond(page)) faults.push(`${place}: a column is beyond the edge: ${title}`)
    }
    for (const button of await page.locator('.page-header-actions .ant-btn-dangerous').allInnerTexts())
      faults.push(`${place}: "${button}" stands among the first actions, and not in their menu`)
    if (scope) for (const fault of await findAccessibilityFaults(page, scope)) faults.push(`${place}: ${fault}`)
  }
  return faults
}

/** The first and last page of each test, counted from 1: few enough that all workers end at about the same time. */
const shares = Array.from({ length: Math.ceil(inside.length / 20) }, (_, n) => [n * 20 + 1, (n + 1) * 20] as const)

// A trace of so many pages is large and tells little: the faults name their places.
test.use({ trace: 'off' })

for (const [language, looks] of Object.entries(usual)) {
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
