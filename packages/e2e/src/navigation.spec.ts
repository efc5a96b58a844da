import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { specifiedPages as specified } from '@gatehouse/contract/test/specified-access.ts'
import { expect } from '@playwright/test'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { navigateInPage } from './navigate-in-page.ts'
import { roles, test } from './journey.ts'

/** The path of the root department, without optional parts. */
const specifiedPages = specified.map((page) => ({
  ...page,
  path: page.path.replace(':deptId', '0').replace(/\/:\w+\?$/, ''),
}))

/** The lists whose first rows are asked for before the console is there. */
const askAhead = ['signRecord', 'staff', 'deviceList', 'visitor']

/** The tab of a page about one thing ends in its name, or in that of what is added. */
const showsPage = ({ title, path }: { title: string; path: string }) => {
  const titles = [title, document.querySelector('main h1')?.textContent]
  return location.pathname === path && titles.some((one) => document.title === `${one} – Gatehouse`)
}

for (const role of roles) {
  test.describe(role, () => {
    test.use({ role })

    test(`[NAV-01] [NAV-07] [NAV-09] [PERM-02] ${role} can open exactly the pages of the specification's table; any other leads to /404`, async ({
      page,
    }) => {
      const loads: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/api/v2/account') loads.push(request.url())
      })
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url())
      })
      await page.goto('/dashboard')
      for (const { path, title, roles } of specifiedPages) {
        await navigateInPage(page, path)
        // asked at each frame: `toHaveTitle` looks every now and then only, at 150 pages
        if (roles.includes(role)) {
          await page.waitForFunction(showsPage, { title, path })
          expect(new URL(page.url()).pathname).toBe(path)
        } else {
          await page.waitForFunction(() => location.pathname === '/404').catch(() => undefined)
          expect(new URL(page.url()).pathname, path).toBe('/404')
        }
      }
      expect(loads, 'the user is loaded once for all of them').toHaveLength(1)
      // a list that is opened by its address asks ahead of its files: a bookmark may be that of another account
      for (const { path, name, roles } of specifiedPages) {
        if (roles.includes(role) || !askAhead.includes(name)) continue
        await page.goto(path)
        await expect(page).toHaveURL(/\/404$/)
      }
      expect(refused, 'no page asks for what this role may not see').toEqual([])
    })

    test(`[LAY-02] [PERM-02] ${role} sees the menu of the specification's tree, and nothing that they may not open`, async ({
      page,
    }) => {
      await page.goto('/dashboard')
      const menu = page.getByRole('navigation', { name: 'Main menu' })
      await expect(menu.getByRole('link', { name: 'Console' })).toBeVisible()
      for (const group of await menu.getByRole('button').all()) await group.press('Enter')
      const own = specifiedPages.filter((page) => page.group !== null && page.roles.includes(role))
      await expect(menu.getByRole('link')).toHaveText([/^Gatehouse/, ...own.map(({ title }) => title)])
      const groups = [...new Set(own.map(({ group }) => group ?? ''))].filter(
        (group) => !['Live', 'Console'].includes(group),
      )
      await expect(menu.getByRole('button')).toHaveText(groups)
    })
  })
}

test.describe('addresses', () => {
  test.use({ role: 'superAdmin' })

  const redirects = [
    ['/', '/dashboard'],
    ['/login', '/dashboard'],
    ['/#/login', '/dashboard'],
    ['/device', '/device/list'],
    ['/mammgt', '/manmgt/staff/0'],
    ['/manmgt/staff', '/manmgt/staff/0'],
    ['/manmgt/staff/letters', '/manmgt/staff/0'],
    ['/manmgt/staff/1x', '/manmgt/staff/0'],
    ['/manmgt/staff/0/a/b', '/manmgt/staff/0'],
    ['/no/such/page', '/404'],
    ['/device/lists', '/404'],
    ['/upgrade/firmwareManagement', '/404'],
  ] as const
  test('[NAV-02] [NAV-04] redirects lead where the specification says, and unknown paths to /404', async ({ page }) => {
    for (const [from, to] of redirects) {
      await page.goto(from)
      await expect(page, from).toHaveURL(new RegExp(`${to}$`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    // HEAD of a page has the same answer as GET
    expect((await page.request.head('/manmgt/visitor', { headers: { accept: 'text/html' } })).status()).toBe(200)
  })

  test('[NAV-03] groups, departments and the attendance of a person have addresses of their own', async ({
    page,
    product,
    sessionOf,
  }) => {
    const { cookies } = await sessionOf('superAdmin')
    const ask = askServer(product.url, cookies.find(({ name }) => name === 'token')?.value ?? '')
    // in addition to the default group, which is shown without its own address
    const groupOf = async (kind: keyof typeof groupRoutesOf) =>
      (await ask(groupRoutesOf[kind].create, { body: { name: 'Addressed' } })).id
    const department = (await ask(createDepartment, { body: { name: 'Addressed' } })).number
    const places = [
      [`/manmgt/staff/${String(department)}`, 'Staff'],
      [`/manmgt/staffgroup/${await groupOf('staff')}`, 'Staff groups'],
      [`/manmgt/visitorgroup/${await groupOf('visitor')}`, 'Visitor groups'],
      [`/manmgt/blacklistgroup/${await groupOf('blacklisted')}`, 'Blacklist groups'],
      [`/attendance/attendanceRecord/${String(department)}`, 'Attendance records'],
    ] as const
    for (const [path, title] of places) {
      await page.goto(path)
      await expect(page).toHaveTitle(`${title} – Gatehouse`)
      if (path.includes('group')) await expect(page.getByRole('heading', { name: 'Addressed' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })

  test('a list is walked by number and a log by key; each step is an address that may be opened alone', async ({
    page,
    context,
    seeded: _seeded,
  }) => {
    const row = (of = page) => of.getByRole('rowheader').getByRole('link')
    await page.goto('/manmgt/staff/0?size=1')
    const newcomer = await row().innerText()
    await page.getByRole('button', { name: 'Next page', exact: true }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(row()).not.toHaveText(newcomer)

    await page.goto('/bumgt/operationLog?size=1')
    const addressOf = async (of = page) => (await row(of).getAttribute('href'))?.split('?')[0]
    const press = (name: string, of = page) => of.getByRole('button', { name, exact: true }).click()
    const newest = await addressOf()
    await press('Next page')
    await expect.poll(() => addressOf()).not.toBe(newest)
    const second = await addressOf()
    await press('Next page')
    await expect.poll(() => addressOf()).not.toBe(second)
    await press('Previous page')
    await expect.poll(() => addressOf()).toBe(second)

    const alone = await context.newPage()
    await alone.goto(page.url())
    await press('Previous page', alone)
    await expect.poll(() => addressOf(alone)).toBe(newest)
  })

  test('[LAY-03] a detail page highlights its list in the menu, and the breadcrumbs lead back to it', async ({
    page,
  }) => {
    await page.goto('/dashboard')
    for (const { path, title, highlights } of specifiedPages.filter((page) => page.highlights)) {
      // it has the screen for itself
      if (path === '/live/guard') continue
      await navigateInPage(page, path)
      const breadcrumbs = page.getByRole('navigation', { name: 'Where you are' })
      await page.waitForFunction(showsPage, { title, path })
      const heading = await page.getByRole('main').getByRole('heading', { level: 1 }).first().textContent()
      expect([title, heading]).toContain(await breadcrumbs.locator('[aria-current=page]').textContent())
      await expect(breadcrumbs.getByRole('link')).toHaveText([highlights ?? ''])
      await expect(page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-current=page]')).toHaveText(
        highlights ?? '',
      )
    }
  })
})

test.describe('a role with few rights', () => {
  test.use({ role: 'visitorAdmin' })

  test('[NAV-04] [NAV-07] a role with few rights may open /404 and /403, and comes to /404 from an address typed by hand', async ({
    page,
  }) => {
    await page.goto('/bumgt/openPlatform')
    await expect(page).toHaveURL(/\/404$/)
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    // a panel that wants more than its page
    await page.goto('/bumgt/account/new')
    await expect(page).toHaveURL(/\/404$/)
    await page.goto('/403')
    await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/403')
  })
})
