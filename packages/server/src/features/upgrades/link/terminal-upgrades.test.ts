import { randomBytes } from 'node:crypto'
import { getDevice } from '@gatehouse/contract/features/devices.ts'
import {
  deletePackage,
  listPackageDevices,
  type PackageInput,
  retryUpgrades,
  unpublishPackage,
} from '@gatehouse/contract/features/upgrades.ts'
import type { Behaviour, TerminalCore } from '@gatehouse/terminal/core/behaviour.ts'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { cutsDownload } from '@gatehouse/terminal/faults/cuts-download.ts'
import { diesInstalling } from '@gatehouse/terminal/faults/dies-installing.ts'
import { diskFull } from '@gatehouse/terminal/faults/disk-full.ts'
import { neverComesUp } from '@gatehouse/terminal/faults/never-comes-up.ts'
import { spoilsPackage } from '@gatehouse/terminal/faults/spoils-package.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { memoryPackageStore } from '@gatehouse/terminal/node/memory-package-store.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { executeAlone } from '../../../../test/execute-alone.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { createTrustedKey, type TrustedKey } from '@gatehouse/testkit/create-trusted-key.ts'
import { publish, uploadPackage } from '../../../../test/packages.ts'
import { createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { listenForTerminals } from '../../../../test/listen-for-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let admin: Caller
let key: TrustedKey
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  // 10 MB a second: slow enough that a test can act in the middle of a download.
  house = await startTestGatehouse({ environment: { PACKAGE_DEVICE_MBIT: '80' } })
  admin = await house.asRole('deviceAdmin')
  key = await createTrustedKey(house.dataFolder)
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
})
afterEach(() => terminals.stopAll())
afterAll(() => house.close())
beforeEach(async () => {
  await executeAlone(house.db, sql`truncate upgrade_package cascade`)
  await sql`delete from device`.execute(house.db)
})

const bytes = randomBytes(1_200_000)

/** A terminal of the model that the packages are for, with these faults before what it does. */
async function start(faults: readonly Behaviour[] = [], trustedKeys = [key.pem]) {
  const store = memoryPackageStore()
  const state = createMemoryState()
  const versions = { model: 'Test terminal', firmwareVersion: '2', packageName: 'org.gatehouse.test' }
  const options = { state, versions, behaviours: [...faults, ...defaultBehaviours], upgrades: { store, trustedKeys } }
  const terminal = await terminals.start(options)
  return { terminal, store, options, id: terminal.id }
}

const upload = (more: Partial<PackageInput> = {}) => uploadPackage(admin, key, bytes, more)
const stateOf = async (packageId: string) => {
  const { items } = await admin.ask(listPackageDevices, { params: { id: packageId } })
  return [items[0]?.state, items[0]?.reason].filter(Boolean).join(' ')
}
const reaches = (packageId: string, state: string) =>
  until(async () => (await stateOf(packageId)) === state).catch(async () =>
    expect(await stateOf(packageId)).toBe(state),
  )
const versionOf = async (id: string) => (await admin.ask(getDevice, { params: { id } })).firmwareVersion

it('[UPG-04] a terminal is notified, fetches, checks, installs, restarts and reports its new version', async () => {
  const { terminal, id } = await start()
  const steps: string[] = []
  terminal.on('upgrading', (state) => void (steps.at(-1) === state || steps.push(state)))
  const { id: packageId } = await upload()
  await publish(admin, packageId)
  await reaches(packageId, 'done')
  // The terminal reports it once its report is answered, which is after the server has stored it.
  await until(() => steps.includes('done'))
  expect(steps).toEqual(['downloading', 'verified', 'installing', 'done'])
  await until(async () => (await versionOf(id)) === '3')
})

it('[UPG-04] a download that breaks at 73 % continues where it was', async () => {
  let come = 0
  const counts: Behaviour = {
    name: 'counts',
    wire: (next) => (request) => {
      const { onData } = request
      if (!onData) return next(request)
      return next({
        ...request,
        onData(bytes, status) {
          come += bytes.length
          onData(bytes, status)
        },
      })
    },
  }
  await start([cutsDownload(0.73, bytes.length), counts])
  const { id: packageId } = await upload()
  await publish(admin, packageId)
  await reaches(packageId, 'done')
  // Only the piece in which the line broke was lost.
  expect(come).toBeGreaterThanOrEqual(bytes.length)
  expect(come).toBeLessThan(bytes.length * 1.2)
})

it('a hint that arrives while it installs does not make it install twice', async () => {
  let core: TerminalCore | undefined
  let installs = 0
  const isHinted: Behaviour = {
    name: 'is-hinted',
    start(terminal) {
      core = terminal
      // Its goodbye takes the second that a terminal gives it: time enough to install again.
      return { stop: () => new Promise(() => {}) }
    },
    installer: (next) => ({
      ...next,
      install(offer) {
        installs++
        core?.notify('hint', 'upgrades')
        next.install(offer)
      },
    }),
  }
  const { id } = await start([isHinted])
  const { id: packageId } = await upload()
  await publish(admin, packageId)
  await reaches(packageId, 'done')
  expect(installs).toBe(1)
  expect(await versionOf(id)).toBe('3')
})

it('[UPG-04] a damaged package is refused by its hash, and a new attempt delivers it intact', async () => {
  const { id } = await start([spoilsPackage(1)])
  const { id: packageId } = await upload()
  await publish(admin, packageId, { mostFailedPercent: 100 })
  await reaches(packageId, 'failed hash-wrong')
  expect(await versionOf(id)).toBe('2')
  await admin.ask(retryUpgrades, { params: { id: packageId }, body: {} })
  await reaches(packageId, 'done')
})

it('[UPG-04] a terminal installs nothing whose signature it does not trust, whatever the server sends', async () => {
  const stranger = await start([], [])
  const { id: packageId } = await upload()
  await publish(admin, packageId, { mostFailedPercent: 100 })
  await reaches(packageId, 'failed key-unknown')
  await stranger.terminal.stop()
  await sql`delete from device`.execute(house.db)

  await admin.ask(unpublishPackage, { params: { id: packageId } })
  const { id } = await start()
  await publish(admin, packageId, { mostFailedPercent: 100, firstPercent: 100, advance: 'manual' })
  await reaches(packageId, 'done')
  // An attacker with the server's database passes the old package off as a new one.
  await house.db.updateTable('upgrade_package').set({ version: '4' }).where('id', '=', packageId).execute()
  await house.db
    .updateTable('upgrade_device')
    .set({ state: 'offered', attempt: 2 })
    .where('device_id', '=', id)
    .execute()
  await house.db.updateTable('upgrade_package').set({ roll_out_state: 'running' }).execute()
  await admin.ask(retryUpgrades, { params: { id: packageId }, body: {} })
  await sql`select pg_notify('gatehouse_hint', ${JSON.stringify({ to: 'devices', what: 'upgrades', deviceIds: [id] })})`.execute(
    house.db,
  )
  await reaches(packageId, 'failed signature-wrong')
  expect(await versionOf(id)).toBe('3')
})

it('[UPG-04] a full disk, a power cut while installing and a version that does not start are reported with their reasons', async () => {
  await start([diskFull(500_000)])
  const { id: packageId } = await upload()
  await publish(admin, packageId, { mostFailedPercent: 100 })
  await reaches(packageId, 'failed disk-full')

  await terminals.stopAll()
  await sql`delete from device`.execute(house.db)
  await admin.ask(unpublishPackage, { params: { id: packageId } })
  const cut = await start([diesInstalling()])
  await publish(admin, packageId, { mostFailedPercent: 100 })
  await reaches(packageId, 'installing')
  // Somebody switches it on again.
  await until(() => cut.store.note?.phase === 'installing')
  await terminals.build(cut.options).start()
  await reaches(packageId, 'rolled-back install-interrupted')
  expect(await versionOf(cut.id)).toBe('2')

  await terminals.stopAll()
  await sql`delete from device`.execute(house.db)
  await admin.ask(unpublishPackage, { params: { id: packageId } })
  const broken = await start([neverComesUp()])
  await publish(admin, packageId, { mostFailedPercent: 100 })
  await reaches(packageId, 'rolled-back did-not-start')
  expect(await versionOf(broken.id)).toBe('2')
  expect(broken.store.note).toBeNull()
})

it('[UPG-04] an offline terminal gets the upgrade when it returns; a normal one is agreed to by somebody there', async () => {
  const { terminal, options, id } = await start()
  await terminal.stop()
  const { id: packageId } = await upload({ strategy: 'normal' })
  await publish(admin, packageId)
  const back = terminals.build(options)
  const asked = back.next('consent-requested')
  await back.start()
  expect(await asked).toEqual(['Autumn release', '3'])
  expect(await stateOf(packageId)).toBe('verified')
  back.agree()
  await reaches(packageId, 'done')
  await until(async () => (await versionOf(id)) === '3')
})

it('[UPG-03] a download ends in its middle when the package is withdrawn, and the package can be deleted', async () => {
  const { terminal, store, id } = await start()
  const large = randomBytes(9_000_000)
  const { id: packageId } = await uploadPackage(admin, key, large)
  const begun = terminal.next('upgrading')
  await publish(admin, packageId)
  await begun
  await admin.ask(unpublishPackage, { params: { id: packageId } })
  await admin.ask(deletePackage, { params: { id: packageId } })
  await until(() => store.note === null && store.file.size === 0)
  expect(await versionOf(id)).toBe('2')
})
