import type { Browser } from 'playwright-core'
import { launchChromium } from '../../../scripts/chromium.ts'
import { type Benchmark, type Context, type Measurement, row } from './benchmark.ts'
import { serveStaticPage } from './browser/serve-static-page.ts'
import { type Opening, openPalette } from './browser/open-palette.ts'
import { sizeRows } from './browser/size-rows.ts'
import { changeEmptyPages, changePages } from './browser/change-pages.ts'
import { growthRows } from './browser/growth-rows.ts'
import { useList, type UseOrder, walkRows, walkTree } from './browser/use-list.ts'
import { visitCold, type VisitOrder } from './browser/visit-cold.ts'
import { visitOften, visits } from './browser/visit-often.ts'
import { install, openOwnersSession, openSession } from './install/installation.ts'
import { bulkInsertDepartments } from '@gatehouse/testkit/bulk-sql/insert-departments.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertRecords } from '@gatehouse/testkit/bulk-sql/insert-records.ts'
import { bulkInsertVisitors } from '@gatehouse/testkit/bulk-sql/insert-visitors.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { fillLists } from './load/fill-lists.ts'

const usable = '[data-row]'
const pageSizes = [20, 50, 100, 200]
/** The lists that are opened most often besides records. */
const otherLists = { staff: '/manmgt/staff/0', devices: '/device/list' }
/** Each list that somebody works with, records among them. */
const usedLists = {
  records: '/sign/signRecord',
  ...otherLists,
  visitors: '/manmgt/visitor',
  alarms: '/device/alarm',
  'operation log': '/bumgt/operationLog',
  'staff groups': '/manmgt/staffgroup',
}
/** The lists that somebody works with less often: their actions are as quick. */
const otherUsedLists = {
  policies: '/sign/policies/list',
  timetables: '/sign/schedules',
  accounts: '/bumgt/account',
  blacklist: '/manmgt/blacklist',
  attendance: '/attendance/attendanceRecord',
  registrations: '/manmgt/registerRecord',
}
const departments = 5_000
const tree = `a tree of ${departments} departments`
/** `PAGE_BENCH=timetables,tree` works with these alone; without it everything is measured. Lists go by their names, the rest by these. */
const asked = process.env['PAGE_BENCH']?.split(',')
const isAsked = (part: string) => asked === undefined || asked.includes(part)
/** Typed in the search without waiting for anything. */
const typedAtOnce = 'mina castro'
/** The changes of the page after which it may keep no more than before. */
const pageChanges = 200

export const listPage: Benchmark = {
  name: 'page',
  about: `cold visits to the lists of records, staff and devices in Chromium, median of ${visits}, work with each list and a tree of departments, also with the processor slowed down four times, and ${pageChanges} changes of the page`,
  async run(context) {
    const installation = await install(context)
    await bulkInsertPeople(installation, 1_000)
    await bulkInsertDevices(installation, 20)
    await bulkInsertRecords(installation, 10_000)
    await bulkInsertVisitors(installation, 200)
    await fillLists(installation, 200)
    const server = await startGatehouseOn(context, installation)
    const url = `${server.url}/sign/signRecord`
    const cookiesOf = (token: string) => [
      { name: 'token', value: token },
      { name: 'isInit', value: '1' },
    ]
    const cookies = cookiesOf(await openSession(installation))
    // of a role that manages accounts, whom no other list needs
    const ownersCookies = cookiesOf(await openOwnersSession(installation))
    const staticUrl = await serveStaticPage(context)
    const browser = await launchChromium()
    context.cleanup.defer(() => browser.close())
    const measured: Measurement[] = []
    for (const slowdown of isAsked('visits') ? [1, 4] : []) {
      context.log(`visits, processor slowed down ${slowdown} times`)
      const bare = await visitOften(browser, { url: staticUrl, usable: 'button', slowdown })
      const page = await visitOften(browser, { url, usable, slowdown, cookies })
      const sizes = slowdown === 1 ? await sizeRows('records', page, { scriptAndStyle: 320 }) : []
      const limit = { what: 'a static form, no script', value: bare.usableMs }
      const aim = { atMost: slowdown === 4 ? 1_300 : 450 }
      const rows = [
        ...sizes,
        row({ what: `first row at ${slowdown}x`, value: page.usableMs, unit: 'ms', limit, ...aim }),
        row({ what: `layout shift at ${slowdown}x`, value: page.layoutShift, unit: 'share', atMost: 0.01 }),
      ]
      const work = { what: `visits that showed records at ${slowdown}x`, expected: visits, done: page.shown }
      measured.push({ work, rows })
    }
    for (const [name, path] of isAsked('visits') ? Object.entries(otherLists) : []) {
      context.log(`visits to ${name}`)
      measured.push(await visitList(browser, name, { url: server.url + path, usable, cookies }))
    }
    for (const [name, path] of Object.entries({ ...usedLists, ...otherUsedLists })) {
      if (!isAsked(name)) continue
      context.log(`work with ${name}`)
      const of = path === otherUsedLists.accounts ? ownersCookies : cookies
      const order = { url: server.url + path, usable, cookies: of, act: walkRows }
      measured.push(await workWith(browser, name, order))
    }
    if (isAsked('changes')) {
      context.log(`${pageChanges} changes of the page`)
      measured.push(await growthOver(context, browser, { url, usable, cookies, paths: Object.values(usedLists) }))
    }
    if (isAsked('search')) {
      context.log('the first Ctrl+K of a cold visit')
      measured.push(await measurePalette(browser, { url, usable, cookies }))
    }
    for (const size of isAsked('visits') ? pageSizes : []) {
      const order = { url: `${url}?size=${size}`, usable, counted: 'table[aria-rowcount]', slowdown: 1, cookies }
      const { domNodes, shown } = await visitCold(browser, order)
      measured.push({
        work: { what: `rows of a page of ${size}`, expected: size, done: shown },
        rows: [row({ what: `DOM nodes, ${size} rows`, value: domNodes, unit: 'nodes', atMost: 1_000 })],
      })
    }
    if (isAsked('tree')) {
      context.log(`work with ${tree}`)
      await bulkInsertDepartments(installation, departments)
      const order = { url: `${server.url}${otherLists.staff}`, usable: '.departments [role=treeitem]', cookies }
      measured.push(await workWith(browser, tree, { ...order, act: walkTree }))
    }
    return measured
  },
}

/** At full speed and at a quarter: each action is answered in the next frame, or nearly. */
async function workWith(browser: Browser, name: string, order: Omit<UseOrder, 'slowdown'>): Promise<Measurement> {
  const fast = await useList(browser, { ...order, slowdown: 1 })
  const slow = await useList(browser, { ...order, slowdown: 4 })
  const what = (speed: string, worst: string) => `${name}, action to next frame, worst (${worst}), at ${speed}`
  return {
    work: { what: `actions in ${name}`, expected: 2 * fast.actions, done: fast.actions + slow.actions },
    rows: [
      row({ what: what('1x', fast.worst), value: fast.worstMs, unit: 'ms', atMost: 80 }),
      row({ what: what('4x', slow.worst), value: slow.worstMs, unit: 'ms', atMost: 200 }),
    ],
  }
}

async function growthOver(
  { log }: Context,
  browser: Browser,
  order: Parameters<typeof changePages>[1],
): Promise<Measurement> {
  const { changes, ...growth } = await changePages(browser, order, pageChanges)
  const limit = await changeEmptyPages(browser, order, changes)
  return {
    work: { what: 'changes of the page, at least', expected: changes, done: changes },
    rows: growthRows(`${changes} changes of the page`, growth, { limit, log }),
  }
}

async function visitList(browser: Browser, name: string, order: Omit<VisitOrder, 'slowdown'>): Promise<Measurement> {
  const fast = await visitOften(browser, { ...order, slowdown: 1 })
  const slow = await visitOften(browser, { ...order, slowdown: 4 })
  const shifts = [fast, slow].map(({ layoutShift }) => layoutShift)
  return {
    work: { what: `visits that showed ${name}`, expected: 2 * visits, done: fast.shown + slow.shown },
    rows: [
      ...(await sizeRows(name, fast, { scriptAndStyle: 320 })),
      row({ what: `${name}, DOM nodes, 20 rows`, value: fast.domNodes, unit: 'nodes', atMost: 1_000 }),
      row({ what: `${name}, first row at 1x`, value: fast.usableMs, unit: 'ms', atMost: 450 }),
      row({ what: `${name}, first row at 4x`, value: slow.usableMs, unit: 'ms', atMost: 1_300 }),
      row({ what: `${name}, layout shift, worst`, value: Math.max(...shifts), unit: 'share', atMost: 0.01 }),
    ],
  }
}

async function measurePalette(
  browser: Browser,
  order: Omit<Parameters<typeof openPalette>[1], 'waitsForLoad' | 'typed'>,
): Promise<Measurement> {
  const openings = await openOften(browser, { ...order, typed: typedAtOnce, waitsForLoad: false })
  const openingsAhead = await openOften(browser, { ...order, typed: typedAtOnce, waitsForLoad: true })
  const openingsUntyped = await openOften(browser, { ...order, typed: '', waitsForLoad: true })
  const worst = (all: readonly Opening[], read: (one: Opening) => number) => Math.max(...all.map(read))
  return {
    work: {
      what: 'letters typed at once that the search has',
      expected: 2 * visits * typedAtOnce.length,
      done: [...openings, ...openingsAhead].reduce((sum, { letters }) => sum + letters, 0),
    },
    rows: [
      row({
        what: 'key to focused field, first press, worst',
        value: worst(openings, ({ fieldMs }) => fieldMs),
        unit: 'ms',
        atMost: 50,
      }),
      row({
        what: `key to search, nothing loaded, ${typedAtOnce.length} letters typed at once, worst`,
        value: worst(openings, ({ paletteMs }) => paletteMs),
        unit: 'ms',
      }),
      row({
        what: `key to search, loaded ahead, ${typedAtOnce.length} letters typed at once, worst`,
        value: worst(openingsAhead, ({ paletteMs }) => paletteMs),
        unit: 'ms',
        atMost: 50,
      }),
      row({
        what: 'key to search, loaded ahead, worst',
        value: worst(openingsUntyped, ({ paletteMs }) => paletteMs),
        unit: 'ms',
        atMost: 50,
      }),
    ],
  }
}

async function openOften(browser: Browser, order: Parameters<typeof openPalette>[1]): Promise<Opening[]> {
  const seen: Opening[] = []
  for (let i = 0; i < visits; i++) seen.push(await openPalette(browser, order))
  return seen
}
