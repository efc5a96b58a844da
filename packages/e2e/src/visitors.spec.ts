import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { createPairingCode } from '@gatehouse/contract/features/devices.ts'
import { getVisitor, listVisitors, updateVisitor } from '@gatehouse/contract/features/visitors.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { type ReceivedMail, startMailServer, type TestMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { type Ask } from '@gatehouse/testkit/ask-server.ts'
import { completeFirstLogin } from './complete-first-login.ts'
import { startDoorTerminal } from './door-terminal.ts'
import { test } from './journey.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { type Product, startProduct } from '@gatehouse/testkit/start-product.ts'
import { until } from '@gatehouse/testkit/until.ts'

/** A product that sends its mail to a real mail server, with somebody to visit. */
let smtp: TestMailServer
let house: Product
let ask: Ask
let session: Awaited<ReturnType<BrowserContext['storageState']>>

test.beforeAll(async ({ browser }) => {
  smtp = await startMailServer()
  house = await startProduct({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Gatehouse <gate@example.com>',
    PUBLIC_URL: 'http://gate.example.com',
  })
  const page = await browser.newPage({ locale: 'en-GB' })
  ask = await completeFirstLogin(page, house)
  await seedStaff(ask, { name: '李伟', email: 'li@example.com', jobId: 'A17' })
  session = await page.context().storageState()
  await page.close()
})
test.afterAll(async () => {
  await house.stop()
  await smtp.close()
})
test.beforeEach(({ context }) => context.addCookies(session.cookies))

const mailTo = (address: string, holds: string): Promise<ReceivedMail> =>
  until(
    async () => smtp.mails.find(({ to, source }) => to.includes(address) && source.includes(holds)),
    `a mail to ${address}`,
  )

/** The page that a mail leads to; its host is whatever the operator has set. */
const pageIn = (mail: ReceivedMail) => {
  const [, path] = /http:\/\/gate\.example\.com(\/m\/\S+)/.exec(mailText(mail)) ?? []
  if (!path) throw new Error('no link in the mail')
  return `${house.url}${path}`
}

/** The picture that a mail carries. */
function pictureIn({ source }: ReceivedMail): Buffer {
  const [, base64] = /Content-Type: image\/png[^]*?\r\n\r\n([^]*?)\r\n--/.exec(source) ?? []
  return Buffer.from(base64 ?? '', 'base64')
}

const openPhone = async (browser: Browser) =>
  (
    await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB', isMobile: true, hasTouch: true })
  ).newPage()

const noSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

async function takePhotograph(phone: Page, file: string) {
  await phone.getByLabel('Choose a picture').setInputFiles(photographPath(file))
  await expect(phone.getByText('This photograph is fine.')).toBeVisible()
}

test('[MAN-04] [MAN-06] a visitor is invited by mail, registers on the phone, is approved, passes by pass and face, and is refused when the visit is over', async ({
  page,
  browser,
}) => {
  const code = (
    await ask(createPairingCode, { body: { name: 'Main entrance', direction: 'in', checksLiveness: false } })
  ).code
  const door = await startDoorTerminal({ code, server: house.url })
  try {
    await page.goto(`${house.url}/manmgt/visitor`)
    await expect(page.getByText('Nobody is expected today').first()).toBeVisible()
    expect(await findAccessibilityFaults(page), 'a list without visitors').toEqual([])
    await page.getByRole('button', { name: 'Visit tomorrow' }).click()
    const added = page.getByRole('dialog', { name: 'Add a visitor' })
    await expect(added.getByRole('button', { name: 'Tomorrow', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await added.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Invite a visitor' }).first().click()
    const panel = page.getByRole('dialog', { name: 'Invite a visitor' })
    await panel.getByLabel('Name').fill('Franck')
    await panel.getByLabel('Email').fill('franck@example.com')
    await panel.getByRole('button', { name: /^Visit/ }).click()
    await panel.getByLabel('Purpose').fill('Audit')
    expect(await findAccessibilityFaults(page), 'the invitation').toEqual([])
    await panel.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByText('Invitation sent')).toBeVisible()

    const phone = await openPhone(browser)
    await phone.goto(pageIn(await mailTo('franck@example.com', '/m/invite/')))
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('Your visit')
    expect(await findAccessibilityFaults(phone), 'the invitation on a phone').toEqual([])
    await noSideways(phone)
    for (const [language, words] of [
      ['繁體中文', '臉部照片'],
      ['简体中文', '人脸照片'],
      ['English', 'Photograph of your face'],
    ] as const) {
      await phone.getByRole('button', { name: language }).click()
      await expect(phone.getByText(words).first()).toBeVisible()
      await noSideways(phone)
    }
    await phone.getByRole('button', { name: 'Send' }).click()
    await expect(phone.getByText('Add a photograph, so that')).toBeVisible()
    await phone.getByLabel('Company').fill('Acme')
    await takePhotograph(phone, 'franck_02221.jpg')
    await phone.getByRole('button', { name: 'Send' }).click()
    await expect(phone.getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible()

    await page.goto(`${house.url}/manmgt/visitor/visits`)
    const waiting = page.getByRole('listitem', { name: 'Franck' })
    await expect(waiting).toContainText('Acme')
    expect(await findAccessibilityFaults(page), 'the visits that wait').toEqual([])
    await waiting.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Franck approved')).toBeVisible()

    await expect(phone.getByRole('heading', { name: 'You are expected' })).toBeVisible()
    await expect(phone.getByRole('img', { name: 'Your pass' })).toBeVisible()
    expect(await findAccessibilityFaults(phone), 'the pass on a phone').toEqual([])
    await noSideways(phone)

    await door.says(/knows 2 people/, 0)
    const shown = await phone.getByRole('img', { name: 'Your pass' }).screenshot()
    expect(await door.showPicture('pass.png', shown)).toContain('door opened for Franck')
    expect(await door.show('franck_04000.jpg')).toContain('door opened for Franck')

    await page.goto(`${house.url}/manmgt/visitor`)
    const row = page.getByRole('row', { name: /Franck/ })
    await expect(row).toContainText('Effective')
    await row.getByRole('link', { name: 'Franck' }).click()
    await expect(page.getByText('Uses: 1')).toBeVisible()
    expect(await findAccessibilityFaults(page), 'a visitor').toEqual([])

    const [visitor] = (await ask(listVisitors)).items
    const id = visitor!.id
    // The terminal counts somebody who stays before it once: the visit ends after that time is over.
    await ask(updateVisitor, {
      params: { id },
      body: {
        validToAt: Temporal.Now.instant().add({ seconds: 7 }).toString(),
      },
    })
    await until(async () => (await ask(getVisitor, { params: { id } })).status === 'expired', 'the visit is over')
    const mailed = pictureIn(await mailTo('franck@example.com', 'pass.png'))
    expect(await door.showPicture('pass again.png', mailed)).toContain('may not pass')
    expect(await door.show('franck_02221.jpg')).toContain('may not pass')
    await page.goto(`${house.url}/manmgt/visitor?status=expired`)
    await expect(page.getByRole('row', { name: /Franck/ })).toContainText('Expired')

    await page.getByRole('link', { name: 'Franck' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase completely' }).click()
    await page.getByRole('button', { name: 'Erase Franck' }).click()
    await expect(page.getByText(/^Franck erased/)).toBeVisible()
    await expect(page.getByText('Nobody is expected today').first()).toBeVisible()
  } finally {
    await door.stop()
  }
})

test('[MAN-06] a walk-in asks at the reception, and the host admits them with one click', async ({ page, browser }) => {
  await page.goto(`${house.url}/manmgt/visitor/reception`)
  await page.getByRole('button', { name: 'Create a code' }).click()
  await expect(page.getByRole('img', { name: 'Code for the reception' })).toBeVisible()
  expect(await findAccessibilityFaults(page), 'the code for the reception').toEqual([])
  const link = await page.getByText(/\/m\/walkin\//).innerText()

  const phone = await openPhone(browser)
  await phone.goto(`${house.url}${new URL(link).pathname}`)
  expect(await findAccessibilityFaults(phone), 'the registration on a phone').toEqual([])
  await noSideways(phone)
  await phone.getByLabel('Your name').fill('Audrey')
  await phone.getByLabel('Whom do you want to see?').fill('Somebody else')
  await takePhotograph(phone, 'audrey.jpg')
  await phone.getByRole('button', { name: 'Ask to be let in' }).click()
  await expect(phone.getByRole('alert')).toContainText('Nobody with this name was found')
  await phone.getByLabel('Whom do you want to see?').fill('李伟')
  // Another of the name works here: the same answer as for nobody, until it is said which.
  await seedStaff(ask, { name: '李伟', jobId: 'B18' })
  await phone.getByRole('button', { name: 'Ask to be let in' }).click()
  await expect(phone.getByRole('alert')).toContainText('Nobody with this name was found, or more than one person')
  await phone.getByLabel('Their department or job number').fill('a17')
  await phone.getByRole('button', { name: 'Ask to be let in' }).click()
  await expect(phone.getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible()

  const host = await openPhone(browser)
  await host.goto(pageIn(await mailTo('li@example.com', '/m/host/')))
  await expect(host.getByRole('heading', { name: 'Audrey wants to visit you' })).toBeVisible()
  await expect(host.getByRole('img', { name: 'Photograph of the visitor' })).toBeVisible()
  expect(await findAccessibilityFaults(host), 'the question to the host').toEqual([])
  await noSideways(host)
  await host.getByRole('button', { name: 'Let them in' }).click()
  await expect(host.getByRole('heading', { name: 'You let Audrey in' })).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'You are expected' })).toBeVisible()

  await page.goto(`${house.url}/manmgt/visitor`)
  await expect(page.getByRole('row', { name: /Audrey/ })).toContainText('李伟')

  await phone.goto(`${house.url}/m/invite/${'x'.repeat(43)}`)
  await expect(phone.getByText('This link does not work')).toBeVisible()
  expect(await findAccessibilityFaults(phone), 'a link that leads nowhere').toEqual([])
})
