import { listCommands } from '@gatehouse/contract/features/devices.ts'
import { listSuspensions } from '@gatehouse/contract/features/suspensions.ts'
import { listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'superAdmin' })

type Sentences = { open: string; suspend: string; visitor: string; setting: string }
type Language = {
  language: string
  person: string
  guest: string
  says: Sentences
  chosen: Record<keyof Sentences, RegExp>
}

const languages: readonly Language[] = [
  {
    language: 'en',
    person: 'Petra Keyes',
    guest: 'Gwen Alder',
    says: {
      open: 'open main entrance',
      suspend: 'suspend petra until monday',
      visitor: 'visitor Gwen Alder today',
      setting: 'welcome message',
    },
    chosen: {
      open: /^Open Main entrance/,
      suspend: /^Suspend Petra Keyes until Monday/,
      visitor: /^New visitor Gwen Alder/,
      setting: /^Welcome message/,
    },
  },
  {
    language: 'zh',
    person: '林晓梅',
    guest: '赵一鸣',
    says: { open: '打开Main entrance', suspend: '暂停林晓梅到周一', visitor: '访客赵一鸣今天', setting: '欢迎语' },
    chosen: {
      open: /^打开Main entrance/,
      suspend: /^暂停林晓梅通行，至.*（星期一）/,
      visitor: /^新访客赵一鸣/,
      setting: /^欢迎语/,
    },
  },
  {
    language: 'zh-tw',
    person: '林曉梅',
    guest: '趙一鳴',
    says: { open: '打開Main entrance', suspend: '暫停林曉梅到週一', visitor: '訪客趙一鳴今天', setting: '歡迎詞' },
    chosen: {
      open: /^打開Main entrance/,
      suspend: /^暫停林曉梅通行，至.*（星期一）/,
      visitor: /^新訪客趙一鳴/,
      setting: /^歡迎詞/,
    },
  },
]

/** Opens the search by its keys, types, and waits until this is chosen. */
async function say(page: Page, text: string, chosen: RegExp) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: chosen }).first()).toHaveAttribute('aria-selected', 'true')
}

for (const { language, person, guest, says, chosen } of languages)
  test(`without a mouse the search opens a door, suspends, lets a visitor in, takes that back and finds a setting: ${language}`, async ({
    page,
    product,
    seeded,
    sessionOf,
  }) => {
    const { cookies } = await sessionOf('superAdmin')
    const ask = askServer(product.url, cookies.find(({ name }) => name === 'token')?.value ?? '')
    const { id } = await seedStaff(ask, { name: person })
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto('/manmgt/staff/0')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await step('Enter is held to open the door', async () => {
      await say(page, says.open, chosen.open)
      const opened = seeded.terminal.says(/remote command/)
      await page.keyboard.down('Enter')
      await opened
      await page.keyboard.up('Enter')
      expect((await ask(listCommands, { params: { id: seeded.deviceId } })).items[0]?.kind).toBe('open-once')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('option')).toHaveCount(0)
    })

    const suspended = async () => (await ask(listSuspensions, { params: { id } }))[0]
    await step('a person is suspended until Monday, and the undo of it is reached by F8', async () => {
      await say(page, says.suspend, chosen.suspend)
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await suspended())?.toAt ?? null).not.toBeNull()
      expect((await suspended())?.endedBy).toBeNull()
      await expect(page.locator('.ant-message-notice')).toBeVisible()
      await page.keyboard.press('F8')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await suspended())?.endedBy ?? null).not.toBeNull()
    })

    const visitors = async () => (await ask(listVisitors, { query: { keyword: guest } })).items.map(({ name }) => name)
    await step('a visitor may come today, and is gone again with the second choice of what was said', async () => {
      await say(page, says.visitor, chosen.visitor)
      await page.keyboard.press('Enter')
      await expect.poll(visitors).toEqual([guest])
      await expect(page.locator('.ant-message-notice')).toBeVisible()
      await page.keyboard.press('F8')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(visitors).toEqual([])
    })

    await step('a setting is found by its name, and its field has the focus', async () => {
      await say(page, says.setting, chosen.setting)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/bumgt\/company\/edit/)
      await expect(page.locator('textarea:focus, input:focus')).toBeVisible()
    })
  })
