import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { roles, test } from './journey.ts'
import { choosePassword, fillSignIn, signIn } from './login-page.ts'

const ownPassword = 'Journey_own_7'

/** The code of an authenticator app for a key (RFC 6238), `steps` times 30 seconds from now. */
function codeOf(key: string, steps = 0): string {
  const bits = [...key]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Temporal.Now.instant().epochMilliseconds / 30_000) + steps))
  const hash = createHmac('sha1', bytes).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const rowOf = (page: Page, account: string) => page.getByRole('row', { name: new RegExp(account) })
async function choose(page: Page, account: string, action: string) {
  await rowOf(page, account)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test.describe('an account', () => {
  test.use({ role: 'superAdmin' })

  test('[BU-02] an account is created, signs in with its initial password, gets a second factor, is disabled and deleted', async ({
    page,
    browser,
    baseURL,
  }) => {
    // Two browsers, each from the login on.
    test.slow()
    const account = `1390000${String(Temporal.Now.instant().epochMilliseconds % 10_000).padStart(4, '0')}`
    await page.goto('/bumgt/account')
    await page.getByRole('button', { name: 'Create account' }).click()
    const panel = page.getByRole('dialog', { name: 'Create account' })
    await panel.getByLabel('Account').fill(account)
    await panel.getByLabel('Name').fill('Wang Fang')
    await panel.getByLabel('E-mail').fill('wang.fang@example.com')
    await panel.getByRole('combobox', { name: 'Role' }).click()
    await page.getByTitle('Visitor Admin').last().click()
    await panel.getByRole('button', { name: 'Create account' }).click()
    const shown = page.getByRole('dialog', { name: `Initial password of ${account}` })
    const initial = (await shown.locator('.account-secret').innerText()).match(/[A-Za-z0-9]{14}/)?.[0] ?? ''
    await shown.getByRole('button', { name: 'I have noted it' }).click()
    await expect(rowOf(page, account)).toContainText('Initial password')

    const theirs = await browser.newPage({ ...(baseURL ? { baseURL } : {}), locale: 'en-GB', storageState: undefined })
    await theirs.goto('/login')
    await signIn(theirs, { account, password: initial })
    await choosePassword(theirs, ownPassword)
    await theirs.goto('/bumgt/account')
    await expect(theirs.getByRole('button', { name: 'Create account' })).toHaveCount(0)
    await theirs.getByRole('button', { name: 'Turn on' }).click()
    await theirs.getByLabel('Your own password').fill(ownPassword)
    await theirs.getByRole('button', { name: 'Next' }).click()
    const key = (await theirs.locator('.account-secret').innerText()).match(/[A-Z2-7]{32}/)?.[0] ?? ''
    await theirs.getByLabel('Code from the app', { exact: true }).fill('000000')
    await theirs.getByRole('button', { name: 'Turn on the second factor' }).click()
    await expect(theirs.getByText(/This code does not match the key/)).toBeVisible()
    await theirs.getByLabel('Code from the app', { exact: true }).fill(codeOf(key))
    await theirs.getByRole('button', { name: 'Turn on the second factor' }).click()
    await expect(theirs.locator('.account-codes li')).toHaveCount(10)
    await theirs.getByRole('button', { name: 'I have saved them' }).click()
    await expect(theirs.getByText('10 recovery codes left.')).toBeVisible()
    // A mistyped code is a complaint at its field, wherever it is asked for: nobody is signed out.
    for (const deed of ['Make new recovery codes', 'Turn off the second factor']) {
      await theirs.getByRole('button', { name: deed }).click()
      await theirs.getByLabel('Code from the app, or a recovery code').fill('000000')
      await theirs.getByRole('button', { name: deed }).click()
      await expect(theirs.getByText(/The code is wrong/)).toBeVisible()
      await theirs.getByRole('button', { name: 'Cancel' }).click()
    }
    await expect(theirs.getByRole('dialog', { name: 'Session Error' })).toHaveCount(0)
    await expect(theirs.getByText('10 recovery codes left.')).toBeVisible()

    await theirs.getByRole('button', { name: 'Account menu' }).click()
    await theirs.getByRole('menuitem', { name: 'Logout' }).click()
    await fillSignIn(theirs, { account, password: ownPassword })
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await expect(theirs.getByRole('heading', { name: 'One more step' })).toBeVisible()
    // The code of these 30 seconds was used to turn it on: the next one is taken already.
    await theirs.getByLabel('Code').fill(codeOf(key, 1))
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await expect(theirs).toHaveURL(/\/dashboard$/)

    await choose(page, account, 'Disable')
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await expect(rowOf(page, account)).toContainText('Disabled')
    await theirs.goto('/manmgt/visitor')
    await expect(theirs).toHaveURL(/\/login/)
    await theirs.close()

    await choose(page, account, 'Delete')
    await page.getByRole('button', { name: 'Delete the account' }).click()
    await expect(rowOf(page, account)).toHaveCount(0)
  })
})

for (const role of roles) {
  test.describe(`the accounts of ${role}`, () => {
    test.use({ role })

    test(`[PERM-04] ${role} finds ${role === 'superAdmin' ? 'all accounts' : 'only the own account'}`, async ({
      page,
    }) => {
      await page.goto('/bumgt/account')
      await expect(page.getByRole('heading', { name: 'Account permissions' })).toBeVisible()
      if (role === 'superAdmin') await expect(page.getByRole('table').first()).toBeVisible()
      else {
        await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
        await expect(page.getByRole('table')).toHaveCount(0)
      }
    })
  })
}
