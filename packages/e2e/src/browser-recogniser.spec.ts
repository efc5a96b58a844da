import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { getRecogniserStatus } from '@gatehouse/contract/features/service-config/recognisers.ts'
import { buildRecogniser, type NetworkForm } from '@gatehouse/face/test/build-network.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { cameraArguments, writeCameraVideo } from '@gatehouse/terminal/test/camera-video.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import type { Product } from '@gatehouse/testkit/start-product.ts'
import { startProgram } from '@gatehouse/testkit/start-program.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { expect, type Page } from '@playwright/test'
import { launchChromium } from '../../../scripts/chromium.ts'
import { openAsAdministrator, test } from './journey.ts'

/** Somebody known and somebody unknown, again and again: a terminal on a busy machine still sees several pictures of each, and nobody between. */
const film = [
  { pictures: [photographPath(faces.franck)], seconds: 4 },
  { pictures: [], seconds: 1.2 },
  { pictures: [photographPath(faces.audrey)], seconds: 4 },
  { pictures: [], seconds: 1.2 },
]
const filmRate = 6
const viewport = { width: 800, height: 600 }

/** From now on this page gets other bytes as the file of a recogniser, and is told that they are the right ones if `sha256` says so. */
async function spoil(page: Page, modelId: string, bytes: Buffer, sha256?: string): Promise<void> {
  await page.route(`**/device/v1/recogniser/${modelId}`, (route) => route.fulfill({ body: bytes }))
  if (sha256 === undefined) return
  await page.route('**/device/v1/recogniser', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/"sha256":"[^"]*"/, `"sha256":"${sha256}"`),
    })
  })
}

test('a terminal in a browser follows another recogniser: it refuses a file of 261 MB, one that arrives damaged and one that computes no numbers, goes on after a failure half-way, changes over, knows the same people without the server, and goes back', async ({
  freshProduct: product,
}) => {
  const { step } = test
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse camera '))
  const video = join(folder, 'film.y4m')
  await writeCameraVideo(video, film, filmRate)
  const browser = await launchChromium({ args: cameraArguments(video) })
  try {
    const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB', viewport })
    const page = await context.newPage()
    const ask = await openAsAdministrator(page, product)
    await seedStaff(ask, { name: 'Franck Known', picture: photograph(faces.franck) })
    const code = await seedPairingCode(ask, { name: 'Tablet', location: '', direction: 'in', checksLiveness: false })
    const terminals = async () => (await ask(getRecogniserStatus)).terminals
    const follows = (modelId: string) =>
      until(async () => {
        const status = await ask(getRecogniserStatus)
        return status.inUse.modelId === modelId && status.terminals.follow === 1
      }, `the terminal compares with ${modelId}`)
    const refuses = (reason: string) =>
      until(
        async () => (await terminals()).others.find((one) => one.state === 'refused' && one.reason === reason),
        `the terminal has refused it: ${reason}`,
      )
    /** From now on somebody known comes in, and somebody else does not. */
    const decides = async () => {
      const from = Temporal.Now.instant().toString()
      for (const wanted of ['staff none Franck Known', 'stranger stranger'])
        await until(async () => (await recordsSince(ask, from)).includes(wanted), `a record says ${wanted}`)
      expect(await recordsSince(ask, from)).not.toContain('stranger none')
    }
    const { builtIn } = await ask(getRecogniserStatus)

    await page.goto(`/terminal#${code}`)
    await expect(page.getByText('Online')).toBeVisible()
    await decides()

    await step('it refuses a file that is too large for it, says so, and decides as before', async () => {
      await use(product, await putIn(product, join(folder, 'large'), { dimension: 1024, ballast: 261_000_000 }))
      expect(await refuses('too-large')).toMatchObject({ name: 'Tablet', recogniser: { modelId: builtIn } })
      await decides()
      const console = await context.newPage()
      await console.goto(pathTo('serviceConfig'))
      const keeps = 'Tablet · The built-in one · Keeps the one it has: the file is too large for this terminal'
      await expect(console.getByRole('listitem').filter({ hasText: keeps })).toBeVisible()
      await console.close()
    })

    const other = await putIn(product, join(folder, 'small'), { dimension: 128 })
    await step('a file that arrives damaged is refused', async () => {
      const { model } = buildRecogniser({ dimension: 128 })
      model[model.length - 9]! ^= 1
      await spoil(page, other, model)
      await use(product, other)
      expect(await refuses('hash-wrong')).toMatchObject({ recogniser: { modelId: builtIn } })
    })

    await step('one that computes no numbers is refused, and it decides as before', async () => {
      const { model, spec } = buildRecogniser({ dimension: 128, fault: 'nan' })
      await spoil(page, other, model, spec.sha256)
      await page.reload()
      expect(await refuses('cannot-run')).toMatchObject({ recogniser: { modelId: builtIn } })
      await decides()
      await page.unrouteAll({ behavior: 'wait' })
    })

    await step('until it has everybody’s templates it decides as before', async () => {
      let keptBack = 0
      await page.route(
        (url) => url.searchParams.get('model') === other,
        (route) => {
          keptBack++
          return route.abort()
        },
      )
      await page.reload()
      await until(() => keptBack > 0, 'it has fetched the file and asked for templates')
      expect(await terminals()).toMatchObject({ others: [{ state: 'following', recogniser: { modelId: builtIn } }] })
      await decides()
    })

    await step('loaded again it goes on, changes over, and knows the same people', async () => {
      await page.unrouteAll({ behavior: 'wait' })
      await page.reload()
      await follows(other)
      await decides()
    })

    await step('[REC-01] without the server it starts with the other one and still knows them', async () => {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await product.kill()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Please come in · Franck Known' })).toBeVisible()
      await product.start()
    })

    await step('it goes back to the one that came with it', async () => {
      await use(product, 'built-in')
      await follows(builtIn)
      await decides()
    })
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})

const recordsSince = async (ask: Ask, from: string): Promise<string[]> =>
  (await ask(listRecords, { query: { size: 100, from } })).items.map(
    ({ kind, abnormal, person }) => `${kind} ${abnormal}${person ? ` ${person.name}` : ''}`,
  )

/** Puts a generated recogniser in as the operator does; gives its id. */
async function putIn(product: Product, folder: string, form: NetworkForm): Promise<string> {
  const { spec, model } = buildRecogniser(form)
  const { modelId: _, ...own } = spec
  await mkdir(folder)
  await writeFile(join(folder, 'drawn.onnx'), model)
  const manifest = { name: `Drawn ${spec.dimension}`, file: 'drawn.onnx', ...own }
  await writeFile(join(folder, 'recogniser.json'), JSON.stringify(manifest))
  const [, modelId = ''] = await operate(product, ['add', '--folder', folder], /is put in as ([0-9a-f]{12})/)
  return modelId
}

const use = (product: Product, recogniser: string) =>
  operate(product, ['use', '--recogniser', recogniser], /changes over when nobody lacks one/)

async function operate({ dataFolder }: Product, args: readonly string[], said: RegExp): Promise<RegExpExecArray> {
  const environment = { GATEHOUSE_DATA: dataFolder }
  const program = startProgram('packages/server/src/cli.ts', ['recogniser', ...args], { environment })
  const match = await program.says(said)
  await program.end('SIGTERM')
  return match
}
