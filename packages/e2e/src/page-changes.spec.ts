import { type CDPSession, expect, type Page, type Request } from '@playwright/test'
import { test } from './journey.ts'
import { navigateInPage } from './navigate-in-page.ts'

test.use({ role: 'superAdmin' })

/** Pages of different kinds, and what only stands on each of two that follow each other. */
const round = [
  ['/live', '.live-event'],
  ['/sign/signRecord', '[data-row]'],
  ['/dashboard', '.board-today .figure-link'],
  ['/manmgt/staff/0', '[data-row]'],
] as const

/** The page as it is held in memory: every object that its program can still reach, functions among them, elements and listeners. */
async function countHeld(devTools: CDPSession) {
  const objectGroup = 'counted'
  const { result } = await devTools.send('Runtime.evaluate', { expression: 'Object.prototype', objectGroup })
  const { objects } = await devTools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup,
  })
  const { result: count } = await devTools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await devTools.send('Runtime.releaseObjectGroup', { objectGroup })
  const { nodes, jsEventListeners: listeners } = await devTools.send('Memory.getDOMCounters')
  return { objects: Number(count.value), nodes, listeners }
}

/** Changes of the page as links of the console make them, without a new load of the document. */
async function goRound(page: Page, rounds: number) {
  for (let n = 0; n < rounds; n++)
    for (const [address, shown] of round) {
      await navigateInPage(page, address)
      await expect(page.locator(`main[aria-busy=false] ${shown}`).first()).toBeVisible()
    }
}

/** The requests of a page that are under way, but for the file of its worker: the worker fetches it, and nobody tells the page of its end. */
function requestsOf(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => request.url().includes('/live-worker-') || underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

/**
 * The page as it is held once it asks for nothing more and two looks in a row find the same elements: a list draws its first row before the
 * others, and what is counted then is less than what stands there in the end.
 */
async function countSettled(devTools: CDPSession, underWay: ReadonlySet<Request>) {
  let held = await countHeld(devTools)
  await expect(async () => {
    const { nodes, listeners } = held
    held = await countHeld(devTools)
    expect(underWay.size, 'requests under way').toBe(0)
    expect(held, 'what the look before found').toMatchObject({ nodes, listeners })
  }).toPass()
  return held
}

/** Of each kind the least that was held after one of three rounds: answers that came last and are kept for a minute are on top of it. */
async function leastHeld(page: Page, devTools: CDPSession, underWay: ReadonlySet<Request>) {
  const seen: Awaited<ReturnType<typeof countHeld>>[] = []
  for (let n = 0; n < 3; n++) {
    await goRound(page, 1)
    seen.push(await countSettled(devTools, underWay))
  }
  const minOf = (kind: 'objects' | 'nodes' | 'listeners') => Math.min(...seen.map((held) => held[kind]))
  return { objects: minOf('objects'), nodes: minOf('nodes'), listeners: minOf('listeners') }
}

test('pages that come and go again and again leave no objects, elements or listeners behind', async ({
  page,
  context,
  seeded,
}) => {
  expect(seeded.deviceId).not.toBe('')
  // These come once the page has nothing else to do, and stay.
  const later = ['command-palette', 'door-panel', 'event-record'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/${name}-`) && response.url().endsWith('.js')),
  )
  const underWay = requestsOf(page)
  await page.goto('/live')
  await Promise.all(later)
  const devTools = await context.newCDPSession(page)
  // Things that the pages load and make once stay.
  await goRound(page, 2)
  const before = await leastHeld(page, devTools, underWay)
  await goRound(page, 4)
  const after = await leastHeld(page, devTools, underWay)
  // Objects on their way differ by up to 4,000 from one moment to the next; of 20 changes and more, each page that is kept has thousands.
  expect(after.objects - before.objects, `objects, of ${before.objects}`).toBeLessThan(5_000)
  expect(after.nodes - before.nodes, `elements, of ${before.nodes}`).toBeLessThan(20)
  expect(after.listeners - before.listeners, `listeners, of ${before.listeners}`).toBeLessThan(5)
})
