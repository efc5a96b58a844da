import { expect, type Page } from '@playwright/test'

/** Drags the slider of the login page as far as `share` of its way, with the mouse. */
export async function dragSlider(page: Page, share = 1) {
  const thumb = page.getByRole('slider')
  // comes to rest after it has sprung back
  await thumb.hover()
  const box = await thumb.boundingBox()
  const width = await thumb.evaluate((element) => element.parentElement?.clientWidth ?? 0)
  if (!box) throw new Error('the slider is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.down()
  await page.mouse.move(x + ((width - box.width) * share) / 2, y, { steps: 4 })
  await page.mouse.move(x + (width - box.width) * share, y, { steps: 4 })
  await page.mouse.up()
}

/** Fills the form and brings the slider to its end by keyboard, without sending it. */
export async function fillSignIn(page: Page, { account, password }: { account: string; password: string }) {
  await page.getByLabel('Account').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('slider').press('End')
}

/** Signs in on a login page that is open and in English. */
export async function signIn(page: Page, login: { account: string; password: string }) {
  await fillSignIn(page, login)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The step after a one-time password. */
export async function choosePassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(password)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}
