import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import {
  addPackagePart,
  createPackage,
  finishPackage,
  packagePartSize,
  publishPackage,
} from '@gatehouse/contract/features/upgrades.ts'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { createTrustedKey } from '@gatehouse/testkit/create-trusted-key.ts'
import { fetchText } from './ask-server.ts'
import { type Benchmark, type Context, row } from './benchmark.ts'
import { type Installation, install, openSession } from './install/installation.ts'
import { type BulkDevice, bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import type { RunningGatehouse } from '@gatehouse/testkit/start-gatehouse.ts'
import { databaseCpuMs, usageOf } from './install/usage-of.ts'
import { openDownloader } from './load/downloader.ts'
import { openHttpConnection } from './load/http-connection.ts'
import { percentile } from './percentile.ts'

/** `UPGRADE_BENCH=50x2`: a smaller form, 50 terminals and 2 MB. */
const [terminalCount = 500, megabytes = 20] = (process.env['UPGRADE_BENCH'] ?? '500x20').split('x').map(Number)
const mbit = 200
const aims = { consoleMs: 50, memoryKb: 150_000 } as const
const sampleMs = 100

type Api = { url: string; token: string }

export const upgrades: Benchmark = {
  name: 'upgrades',
  about: `${terminalCount} terminals fetch a package of ${megabytes} MB through a limit of ${mbit} Mbit/s`,
  async run(context) {
    const installation = await install(context)
    const devices = await bulkInsertDevices(installation, terminalCount)
    await installation.pool.query(`update device set model = 'BENCH', firmware_version = '1'`)
    const token = await openSession(installation)
    const server = await startGatehouseOn(context, installation)
    const api = { url: server.url, token }
    context.log('uploading')
    const bytes = randomBytes(megabytes * 1024 * 1024)
    const id = await upload(installation, askServer(server.url, token), bytes)
    context.log('the console alone')
    const alone = await watchConsole(api, wait(3_000))
    const before = await measure(server, installation)
    context.log('all fetch it')
    const began = performance.now()
    let peakKb = before.residentKb
    const fetching = fetchAll(context, server.url, id, devices, bytes.length)
    const beside = await watchConsole(
      api,
      fetching,
      async () => (peakKb = Math.max(peakKb, (await usageOf(server)).residentKb)),
    )
    const seconds = (performance.now() - began) / 1000
    const after = await measure(server, installation)
    const { rows: told } = await installation.pool.query<{ verified: number }>(
      `select count(*)::int as verified from upgrade_device where state = 'verified'`,
    )
    const share = (who: 'server' | 'database' | 'load') => (after[who] - before[who]) / (seconds * 1000)
    const asked = (terminalCount * megabytes * 8 * 1024 * 1024) / 1e6 / mbit
    const rows = [
      row({
        what: 'all have the whole package',
        value: seconds,
        unit: 's',
        limit: { what: 'the limit itself', value: asked },
      }),
      row({ what: 'requests that were told to come again', value: await fetching, unit: 'requests' }),
      row({
        what: "the console's list of devices meanwhile, p95",
        value: percentile(beside, 0.95),
        unit: 'ms',
        limit: { what: 'without downloads', value: percentile(alone, 0.95) },
        atMost: aims.consoleMs,
      }),
      row({
        what: 'memory of the server above that before',
        value: peakKb - before.residentKb,
        unit: 'kB',
        atMost: aims.memoryKb,
      }),
      row({ what: 'of one core for the server', value: share('server'), unit: 'share' }),
      row({ what: 'of one core for PostgreSQL', value: share('database'), unit: 'share' }),
      row({ what: 'of one core for the load itself', value: share('load'), unit: 'share' }),
    ]
    const whole = {
      what: 'devices that told they have the whole package',
      expected: terminalCount,
      done: told[0]?.verified ?? 0,
    }
    return [{ work: whole, rows }]
  },
}

/** The console looks at its devices again and again until `until` has ended; gives how long each look took. */
async function watchConsole({ url, token }: Api, until: Promise<unknown>, sample?: () => Promise<unknown>) {
  const caller = { url, token, connection: await openHttpConnection(url) }
  let isOver = false
  const over = until.finally(() => (isOver = true))
  const times: number[] = []
  while (!isOver) {
    const start = performance.now()
    await fetchText(caller, listDevices, { query: { size: 20 } })
    times.push(performance.now() - start)
    await sample?.()
    await Promise.race([wait(sampleMs), over])
  }
  await over
  caller.connection.close()
  return times
}

/** Processor time so far, in milliseconds. */
async function measure(server: RunningGatehouse, installation: Installation) {
  const { residentKb, cpuMs } = await usageOf(server)
  const { user, system } = process.cpuUsage()
  return { residentKb, server: cpuMs, database: await databaseCpuMs(installation), load: (user + system) / 1000 }
}

/** Signs, uploads and publishes a package to all at once. */
async function upload({ dataFolder }: Installation, ask: Ask, bytes: Buffer): Promise<string> {
  const { signatureOf } = await createTrustedKey(dataFolder)
  const input = {
    make: 'gatehouse',
    kind: 'firmware',
    version: '2',
    versionCode: null,
    baseVersion: null,
    size: bytes.length,
    title: 'Bench',
    descriptionZh: '',
    descriptionEn: '',
    manufacturer: null,
    model: 'BENCH',
    packageName: null,
    hardwareVersions: '',
    fromVersions: '',
    strategy: 'silent',
    timedAt: null,
    isForced: false,
    form: 'full',
    fileName: 'bench.bin',
  } as const
  const { id } = await ask(createPackage, { body: { ...input, signature: signatureOf(input, bytes) } })
  for (let number = 0; number * packagePartSize < bytes.length; number++) {
    const content = new Uint8Array(bytes.subarray(number * packagePartSize, (number + 1) * packagePartSize))
    await ask(addPackagePart, { params: { id, number }, body: { files: [{ name: 'bench.bin', content }] } })
  }
  await ask(finishPackage, { params: { id } })
  await ask(publishPackage, {
    params: { id },
    body: {
      firstPercent: 100,
      firstDeviceIds: [],
      advance: 'manual',
      waitMinutes: 60,
      mostFailedPercent: 20,
      retries: 0,
    },
  })
  return id
}

/** Runs every device until it has the whole file; returns the number of answers that told one to come again. */
async function fetchAll({ log }: Context, url: string, id: string, devices: readonly BulkDevice[], size: number) {
  let again = 0
  let done = 0
  await Promise.all(
    devices.map(async ({ authorization }) => {
      const terminal = openDownloader(url, authorization, id)
      for (;;) {
        const retryAfter = await terminal.fetch(size)
        if (retryAfter === null) break
        again++
        await wait(retryAfter * 1000)
      }
      terminal.close()
      if (++done % 50 === 0) log(`${done} have it`)
    }),
  )
  return again
}
