import { expect, type Page } from '@playwright/test'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { password } from './journey.ts'
import { choosePassword, signIn } from './login-page.ts'
import type { Product } from '@gatehouse/testkit/start-product.ts'

/** As the first administrator would: starts the trial and replaces the one-time password. Gives the API of that session. */
export async function completeFirstLogin(page: Page, { url, firstLogin }: Product): Promise<Ask> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Start 30-day trial' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, await firstLogin())
  await choosePassword(page, password)
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  return askServer(url, token)
}
