import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect } from '@playwright/test'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'superAdmin' })

/** More than the connections that a browser opens to one server without HTTPS: six. */
const count = 8

test('eight tabs of one browser open, go on and hear of each change', async ({ context, product, sessionOf }) => {
  const { cookies } = await sessionOf('superAdmin')
  const ask = askServer(product.url, cookies.find(({ name }) => name === 'token')?.value ?? '')

  const tabs = await step('all of them open, one after the other', async () => {
    const opened = []
    for (let n = 0; n < count; n++) {
      const tab = await context.newPage()
      await tab.goto('/manmgt/staff/0')
      await expect(tab.getByRole('main')).toHaveAttribute('aria-busy', 'false')
      opened.push(tab)
    }
    return opened
  })

  await step('a department that somebody adds comes to each of them by itself', async () => {
    await ask(createDepartment, { body: { name: 'Night shift' } })
    for (const tab of tabs) await expect(tab.getByText('Night shift').first()).toBeVisible()
  })

  await step('the others go on when the first has been closed', async () => {
    await tabs.shift()?.close()
    await ask(createDepartment, { body: { name: 'Early shift' } })
    for (const tab of tabs) await expect(tab.getByText('Early shift').first()).toBeVisible()
  })
})
