import { acceptAnnouncement, listAnnouncements } from '@gatehouse/contract/features/devices.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { resumePeople, suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { createZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { sendOverHttp } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { startProduct } from '@gatehouse/testkit/start-product.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { completeFirstLogin } from './complete-first-login.ts'
import { hold } from './hold-button.ts'
import { test } from './journey.ts'
import { patienceMs } from './patience.ts'

const { step } = test
const serialNumber = 'CGXH201360029'

test('[DEV-06] a terminal of ZKTeco is accepted by its serial number, knows a person, and is opened from the console', async ({
  page,
}) => {
  test.setTimeout(4 * patienceMs)
  const product = await startProduct({})
  try {
    const ask = await completeFirstLogin(page, product)
    const terminal = createZkTerminal({ dialect: 'att', serialNumber, send: sendOverHttp(product.url) })
    const open = (path: string) => page.goto(`${product.url}${path}`)

    await step('the super admin reads what the protocol cannot protect, and switches it on', async () => {
      await open(pathTo('deviceList'))
      await page.getByRole('button', { name: 'Add device' }).first().click()
      await expect(page.getByText('ZKTeco is not switched on.')).toBeVisible()
      await page.getByRole('link', { name: 'Switch it on' }).click()
      await page.getByRole('button', { name: 'Switch ZKTeco on' }).click()
      const question = page.getByRole('dialog', { name: 'Switch ZKTeco on?' })
      await expect(question.getByText(/A terminal proves nothing/)).toBeVisible()
      expect(await findAccessibilityFaults(page), 'switching ZKTeco on').toEqual([])
      await question.getByRole('button', { name: 'Switch ZKTeco on' }).click()
      await expect(page.getByText('Taken: such terminals can ask to join')).toBeVisible()
      await page.getByRole('button', { name: 'Switch ZKTeco off' }).scrollIntoViewIfNeeded()
    })

    await step('adding a device asks for the make, and says what to enter at the terminal', async () => {
      await open(pathTo('deviceList'))
      await page.getByRole('button', { name: 'Add device' }).first().click()
      const panel = page.getByRole('dialog', { name: 'Add device' })
      await panel.getByRole('button', { name: /^ZKTeco/ }).click()
      await expect(panel.getByText(new URL(product.url).host)).toBeVisible()
      expect(await findAccessibilityFaults(page), 'adding a terminal of ZKTeco').toEqual([])
      expect(await terminal.handshake()).toBe(false)
      await panel.getByRole('link', { name: 'Terminals that ask to join' }).click()
    })

    await step('it waits under the serial number of its sticker, and is accepted', async () => {
      const panel = page.getByRole('dialog', { name: 'Terminals that ask to join' })
      await expect(panel.getByText(serialNumber).first()).toBeVisible()
      await panel.getByRole('button', { name: 'Accept' }).click()
      const form = page.getByRole('dialog', { name: `Accept terminal ${serialNumber}` })
      // its faces are judged by an engine of its own
      await expect(form.getByRole('switch')).toHaveCount(0)
      await form.getByLabel('Name').fill('Warehouse gate')
      // the form asks for its groups and its network before it gets anybody
      await expect(form.getByText('Default staff group')).toBeVisible()
      await form.getByLabel('Only from this network').fill('127.0.0.0/8, ::1')
      expect(await findAccessibilityFaults(page), 'accepting a terminal of ZKTeco').toEqual([])
      await form.getByRole('button', { name: 'Accept' }).click()
      await expect(page.getByText('Warehouse gate has joined')).toBeVisible()
      await page.getByRole('button', { name: 'View Warehouse gate' }).click()
      await page.getByRole('tab', { name: 'Basic info' }).click()
      await expect(page.getByText('127.0.0.0/8, ::1')).toBeVisible()
      await expect.poll(() => terminal.handshake()).toBe(true)
    })

    await step('it learns a person with their face, and their passage stands in the records', async () => {
      await seedStaff(ask, { name: 'Audrey Hepburn', picture: photograph(faces.audrey) })
      const known = async () => {
        await terminal.poll()
        const [pin] = [...terminal.state.people].find(([, { name }]) => name === 'Audrey Hepburn') ?? []
        return pin !== undefined && terminal.state.photos.has(pin) ? pin : undefined
      }
      await expect.poll(known).toBeDefined()
      terminal.pass({ pin: (await known()) ?? '', photo: photograph(faces.audrey) })
      await terminal.deliver()
      await open(pathTo('signRecord'))
      const row = page.getByRole('row', { name: /Audrey Hepburn/ })
      await expect(row.getByText('Opened')).toBeVisible()
      await expect(row.getByText('Warehouse gate')).toBeVisible()
    })

    await step('somebody who is suspended is taken off it, and its page says why', async () => {
      const isThere = async () => {
        await terminal.poll()
        return [...terminal.state.people.values()].some(({ name }) => name === 'Audrey Hepburn')
      }
      const { items } = await ask(listStaff, { query: { keyword: 'Audrey Hepburn' } })
      const personIds = items.map(({ id }) => id)
      await ask(suspendPeople, { body: { personIds, toAt: null } })
      await expect.poll(isThere).toBe(false)
      // its answer is taken up with its next call
      await expect.poll(() => terminal.poll()).toBe(0)
      await open(pathTo('deviceList'))
      await page.getByRole('link', { name: 'Warehouse gate' }).click()
      await page.getByRole('tab', { name: 'People' }).click()
      await expect(page.getByText('Is suspended; sent again when they may pass.')).toBeVisible()
      await expect(page.getByText('Kept off 1')).toBeVisible()
      expect(await findAccessibilityFaults(page), 'people who are kept off a terminal').toEqual([])
      await ask(resumePeople, { body: { personIds } })
      await expect.poll(isThere).toBe(true)
    })

    await step('the console opens its door, and says of what it cannot do why not', async () => {
      await open(pathTo('deviceList'))
      await page.getByRole('link', { name: 'Warehouse gate' }).click()
      await hold(page, page.getByRole('button', { name: 'Open Warehouse gate' }))
      await expect.poll(async () => ((await terminal.poll()) >= 0 ? terminal.state.acts : [])).toEqual(['AC_UNLOCK'])
      await page.getByRole('tab', { name: 'Commands' }).click()
      await expect(page.getByText('Done').first()).toBeVisible()
      expect(await findAccessibilityFaults(page), 'the page of a ZKTeco terminal').toEqual([])
    })

    await step(
      'the conversation tells the command and its answer, and lines that were not understood can be discarded',
      async () => {
        terminal.uploadRaw('cdata?table=ATTLOG', 'a row that is none\n')
        await terminal.deliver()
        await page.getByRole('tab', { name: 'Conversation' }).click()
        await expect(page.getByText(/^Answers · command \d+ · done$/).first()).toBeVisible()
        await page.getByRole('button', { name: 'Show the lines' }).click()
        await expect(page.getByText('a row that is none')).toBeVisible()
        expect(await findAccessibilityFaults(page), 'the conversation with a terminal').toEqual([])
        await page.getByRole('button', { name: 'Discard the lines' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Discard the lines' }).click()
        await expect(page.getByText('1 line discarded')).toBeVisible()
      },
    )

    await step(
      'a door that is held open can be let go on the page of its device, which nobody has loaded anew',
      async () => {
        const gate = createZkTerminal({ dialect: 'acc', serialNumber: 'YARD1', send: sendOverHttp(product.url) })
        await gate.handshake()
        const waiting = (await ask(listAnnouncements)).items.find((one) => one.serialNumber === 'YARD1')
        const { id } = await ask(acceptAnnouncement, { params: { id: waiting?.id ?? '' }, body: { name: 'Yard gate' } })
        await expect.poll(() => gate.handshake()).toBe(true)
        const acts = async () => ((await gate.poll()) >= 0 ? gate.state.acts : [])
        await expect.poll(() => gate.poll()).toBe(0)
        await open(`${pathTo('deviceList', { below: id })}`)
        const letGo = page.getByRole('button', { name: 'Set Yard gate back to normal' })
        await hold(page, page.getByRole('button', { name: 'Hold open: Yard gate' }))
        await expect.poll(acts).toEqual(['010101FF'])
        await expect(letGo).toBeVisible()
        await hold(page, letGo)
        await expect.poll(acts).toEqual(['010101FF', '01010100'])
        await expect(letGo).toHaveCount(0)
      },
    )
  } finally {
    await product.stop()
  }
})
