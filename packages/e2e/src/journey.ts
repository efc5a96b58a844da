import { test as base, expect, type Browser, type BrowserContext, type Page, type TestInfo } from '@playwright/test'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { type SeededProduct, seedProduct } from './seed-product.ts'
import { insertAccount } from './change-database.ts'
import { choosePassword, signIn } from './login-page.ts'
import { patienceMs } from './patience.ts'
import { type Product, startProduct } from '@gatehouse/testkit/start-product.ts'

export const roles = ['superAdmin', 'mainAdmin', 'subAdmin', 'deviceAdmin', 'visitorAdmin'] as const
export type Role = (typeof roles)[number]

/** The one password of all accounts of a journey. */
export const password = 'Journey_2026'

/** The result of `context.storageState()`. */
type KeptSession = { cookies: Cookie[]; origins: { origin: string; localStorage: { name: string; value: string }[] }[] }
type Cookie = {
  name: string
  value: string
  domain: string
  path: string
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

export type JourneyOptions = {
  /** The role that is signed in when the test begins: `test.use({ role: 'subAdmin' })`. Null: nobody. */
  role: Role | null
  /** The fresh product makes its database from nothing, as on somebody's machine, which takes seconds: `test.use({ isBare: true })`. */
  isBare: boolean
}

type Shared = {
  /** One product, activated, for all tests that do not start their own. */
  product: Product
  /** The session of a role there, made by logging in once. */
  sessionOf: (role: Role) => Promise<KeptSession>
  /** The data in the shared product, so that its pages have content. */
  seeded: SeededProduct
}

type Each = {
  /** A fresh installation for one test, in the state after its first start. */
  freshProduct: Product
  /** Fails a test whose pages threw an error, broke their content security policy, or requested something that they had just deleted. */
  failOnPageErrors: void
  /** On failure, what the product said. */
  productLog: void
}

export const test = base.extend<JourneyOptions & Each, Shared>({
  role: [null, { option: true }],
  isBare: [false, { option: true }],

  product: [
    async ({ browser }, use) => {
      // receivers of webhooks run on this machine
      const product = await startProduct({ WEBHOOK_NETWORKS: '127.0.0.1' })
      try {
        await makeReady(browser, product)
        await use(product)
      } finally {
        await product.stop()
      }
    },
    { scope: 'worker', timeout: 3 * patienceMs },
  ],

  sessionOf: [
    async ({ browser, product }, use) => {
      const kept = new Map<Role, KeptSession>()
      await use(async (role) => {
        const session = kept.get(role) ?? (await makeSession(browser, product, role))
        kept.set(role, session)
        return session
      })
    },
    { scope: 'worker' },
  ],

  seeded: [
    async ({ product, sessionOf }, use) => {
      const { cookies } = await sessionOf('superAdmin')
      const token = cookies.find(({ name }) => name === 'token')?.value ?? ''
      const seeded = await seedProduct({ url: product.url, token })
      await use(seeded)
      await seeded.terminal.stop()
    },
    { scope: 'worker', timeout: 3 * patienceMs },
  ],

  freshProduct: [
    async ({ isBare }, use, testInfo) => {
      const product = await startProduct({}, { isBare })
      await use(product)
      if (testInfo.status !== testInfo.expectedStatus) await attachLog(testInfo, product)
      await product.stop()
    },
    { timeout: 2 * patienceMs },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  storageState: async ({ role, sessionOf }, use) => use(role ? await sessionOf(role) : undefined),

  failOnPageErrors: [
    async ({ context }, use) => {
      const alarms: string[] = []
      context.on('weberror', (error) => alarms.push(error.error().stack ?? error.error().message))
      context.on('console', (message) => {
        if (/Content Security Policy|Minified React error|Warning: /.test(message.text())) alarms.push(message.text())
      })
      const missed = watchDeleted(context)
      await use()
      expect(alarms, 'errors in the pages').toEqual([])
      expect(missed, 'nobody asks for what was just deleted').toEqual([])
    },
    { auto: true },
  ],

  productLog: [
    async ({ product }, use, testInfo) => {
      const from = product.output().length
      await use()
      if (testInfo.status !== testInfo.expectedStatus) await attachLog(testInfo, product, from)
    },
    { auto: true },
  ],
})

const someId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Returns the requests of pages for what they have just deleted; opening its address again is allowed. */
function watchDeleted(context: BrowserContext): string[] {
  const missed: string[] = []
  const deleted = new Map<Page, Set<string>>()
  const idsOf = (text: string) => text.match(someId) ?? []
  context.on('response', (response) => {
    const request = response.request()
    if (request.serviceWorker()) return
    const page = request.frame().page()
    if (request.isNavigationRequest()) return void deleted.delete(page)
    const gone = deleted.get(page) ?? new Set<string>()
    deleted.set(page, gone)
    if (request.method() === 'DELETE' && response.ok())
      for (const id of [...idsOf(request.url()), ...idsOf(request.postData() ?? '')]) gone.add(id)
    if (request.method() === 'GET' && response.status() === 404 && idsOf(request.url()).some((id) => gone.has(id)))
      missed.push(request.url())
  })
  return missed
}

/** Else a page that a fixture opens takes over who is logged in in the test. */
const nobody = { cookies: [], origins: [] }

const attachLog = (testInfo: TestInfo, product: Product, from = 0) =>
  testInfo.attach('product', { body: product.output().slice(from) || '(silent)', contentType: 'text/plain' })

/** As an administrator would: starts the trial and replaces the one-time password. */
async function makeReady(browser: Browser, { url, firstLogin }: Product) {
  const page = await browser.newPage({ baseURL: url, locale: 'en-GB', storageState: nobody })
  await page.goto('/')
  await page.getByRole('button', { name: 'Start 30-day trial' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, await firstLogin())
  await choosePassword(page, password)
  await page.close()
}

export const accountOf = (role: Role) => (role === 'superAdmin' ? 'admin' : role)

async function makeSession(browser: Browser, { url, dataFolder }: Product, role: Role): Promise<KeptSession> {
  const account = accountOf(role)
  if (role !== 'superAdmin') await insertAccount(dataFolder, { name: account, role: roles.indexOf(role) })
  const page = await browser.newPage({ baseURL: url, locale: 'en-GB', storageState: nobody })
  await page.goto('/login')
  await signIn(page, { account, password })
  await expect(page).toHaveURL(/\/dashboard$/)
  const session = await page.context().storageState()
  await page.close()
  return session
}

/** Activates the product and signs in, as its first administrator. */
export async function openAsAdministrator(page: Page, { url, firstLogin }: Product): Promise<Ask> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Start 30-day trial' }).click()
  await signIn(page, await firstLogin())
  await choosePassword(page, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  return askServer(url, token)
}
