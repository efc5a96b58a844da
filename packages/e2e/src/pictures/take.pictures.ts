import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { type Role, test } from '../journey.ts'
import { addressIn, goTo, type Ids, press, settled } from '../pages-to-see.ts'
import { answerBadly, stands } from './answer-badly.ts'
import { heights, type Look, noIds, type Shot, shots } from './looks.ts'
import { idsOfAll } from './seed-further.ts'
import { fileOf, shotsFolder } from './shot-files.ts'

type Session = Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]['sessionOf']>>

/** One for each role and language, for as long as the browser lives: what a page loads is loaded once. */
const contexts = new Map<string, Promise<BrowserContext>>()

function contextOf(browser: Browser, at: { url: string; session: Session }, { role, language }: Look) {
  const key = `${role} ${language}`
  const context = contexts.get(key) ?? newContext(browser, at, language)
  contexts.set(key, context)
  return context
}

async function newContext(browser: Browser, at: { url: string; session: Session }, language: string) {
  const context = await browser.newContext({
    baseURL: at.url,
    storageState: at.session,
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  return context
}

type At = { url: string; session: Session; ids: Ids }

async function take(browser: Browser, at: At, { page: seen, look }: Shot) {
  const [width, height] = [Number(look.width), heights[look.width]]
  const page = await (await contextOf(browser, at, look)).newPage()
  try {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' })
    await page.goto('/about')
    await settled(page)
    await answerBadly(page, look.state)
    await goTo(page, addressIn(seen, at.ids))
    await stands(page, look.state)
    await press(page, seen)
    // away from the corner where it stands at first, over the name of the product
    await page.mouse.move(width - 1, height - 1)
    await page.screenshot({ path: join(shotsFolder, fileOf({ name: seen.name, look })), animations: 'disabled' })
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  }
}

test.beforeAll(() => mkdir(shotsFolder, { recursive: true }))

const ofState = (isEmpty: boolean) => shots.filter(({ look }) => (look.state === 'empty') === isEmpty)

const isRest = process.env['PICTURES_REST'] !== undefined
const isThere = ({ page, look }: Shot) => existsSync(join(shotsFolder, fileOf({ name: page.name, look })))

/** A picture that fails takes none of the others with it. */
async function takeEach(browser: Browser, atOf: (role: Role) => Promise<At>, pictures: readonly Shot[]) {
  const failed: string[] = []
  for (const shot of pictures.filter((each) => !(isRest && isThere(each))))
    await take(browser, await atOf(shot.look.role), shot).catch((error: unknown) =>
      failed.push(`${Object.values(shot.look).join(', ')}: ${String(error)}`),
    )
  expect(failed).toEqual([])
}

for (const [name, pictures] of Map.groupBy(ofState(true), ({ page }) => page.name))
  test(`[empty] ${name}`, ({ browser, product, sessionOf }) =>
    takeEach(browser, async (role) => ({ url: product.url, session: await sessionOf(role), ids: noIds }), pictures))

for (const [name, pictures] of Map.groupBy(ofState(false), ({ page }) => page.name))
  test(name, async ({ browser, product, sessionOf, seeded }) => {
    const ids = await idsOfAll({ product, session: await sessionOf('superAdmin'), seeded })
    await takeEach(browser, async (role) => ({ url: product.url, session: await sessionOf(role), ids }), pictures)
  })
