import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, deleteAccount, handOver, updateAccount } from '@gatehouse/contract/features/accounts.ts'
import { getAccount, getRsaKey } from '@gatehouse/contract/features/auth.ts'
import { moveOutOfBlacklist, moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { createPairingCode, deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { deleteApplication } from '@gatehouse/contract/features/open-platform.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { createPass, revokePass } from '@gatehouse/contract/features/visitor-passes.ts'
import { renewWalkInLink } from '@gatehouse/contract/features/visits.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { dies } from '@gatehouse/terminal/faults/dies.ts'
import { openStateFolder } from '@gatehouse/terminal/node/state/open-state-folder.ts'
import type { TerminalState } from '@gatehouse/terminal/state/terminal-state.ts'
import { createTerminal } from '@gatehouse/terminal/core/terminal.ts'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../../../test/database.ts'
import { buildRecord } from '../../../test/device-caller.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { startPairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { type Caller, startTestGatehouse, type TestGatehouse, testPassword } from '../../../test/gatehouse.ts'
import { encryptPassword } from '@gatehouse/testkit/encrypt-password.ts'
import { namedFaceRecogniser } from '@gatehouse/testkit/named-faces.ts'
import { buildApplication, buildKey } from '../../../test/application-caller.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { buildVisitor } from '../../../test/visits.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../lib/config.ts'
import { appendEndings, readEndings } from '../../lib/ending-list.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'

let house: TestGatehouse
let admin: Caller
let serverUrl: string
let place: string
let keyFile: string
let list: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'gatehouse restore '))
  await chmod(place, 0o755)
  keyFile = join(place, 'backup.key')
  await writeFile(keyFile, randomBytes(32))
  house = await startTestGatehouse()
  list = join(house.dataFolder, 'endings.log')
  admin = await house.asRole('superAdmin')
  serverUrl = await listenForTerminals(house)
})
afterAll(async () => {
  await house.close()
  await rm(place, { recursive: true, force: true })
})

const backup = (out: string) =>
  backupCommand(
    { out, 'key-file': keyFile },
    readConfig({ GATEHOUSE_DATA: house.dataFolder, DATABASE_URL: house.databaseUrl }),
  )

/** Restores into a new folder and an empty database, and can start there. */
async function restored(from: string, options: { endings?: string; replaces?: string } = {}) {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  const folder = await mkdtemp(join(place, 'restored-'))
  const environment = { GATEHOUSE_DATA: options.replaces ?? folder, DATABASE_URL: database.url }
  const { endings } = options
  const said = await restoreCommand({ from, into: folder, 'key-file': keyFile, endings }, readConfig(environment))
  const start = async () => {
    const config = readConfig({ GATEHOUSE_DATA: folder, MQTT_PORT: '0', FACE_WORKERS: '1' })
    const app = await buildApp({ config, databaseUrl: database.url, log: pino({ level: 'silent' }) })
    await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const address = app.fastify.server.address()
    if (address === null || typeof address === 'string') throw new Error('it does not listen')
    return Object.assign(app, { url: `http://127.0.0.1:${address.port}` })
  }
  return { folder, said, start }
}

const untilListed = (subject: string) =>
  until(async () => (await readEndings(list)).some((ending) => ending.subject === subject))

describe('the list of what was ended after a backup', () => {
  const old = () => join(place, 'ended.backup')

  it('the list beside the database erases the erased again, names devices and accounts, and holds no person’s name', async () => {
    const terminal = await startPairedTerminal(admin.ask, serverUrl, { name: 'Stolen door' })
    const { id: personId } = await admin.ask(createStaff, { body: { name: 'Erased Elsewhere' } })
    const { id: staysId } = await admin.ask(createStaff, { body: { name: 'Stays' } })
    const { account: made } = await admin.ask(createAccount, {
      body: { account: 'leaver', name: 'Leaver', role: 'deviceAdmin', email: 'leaver@example.com' },
    })
    await backup(old())
    await admin.ask(erasePerson, { params: { id: personId } })
    await admin.ask(deleteDevice, { params: { id: terminal.id } })
    await admin.ask(deleteAccount, { params: { id: made.id } })
    await terminal.stop()
    await untilListed(made.id)
    expect((await readEndings(list)).map(({ kind }) => kind)).toEqual(['erased', 'unbound', 'disabled'])
    expect(await readFile(list, 'utf8')).not.toMatch(/Erased|Stolen|leaver/)

    const { said, start, folder } = await restored(old(), { endings: list })
    expect(said).toMatch(/erased again at the first start: 1\./)
    expect(said).toMatch(/Unbound since, now bound again: Stolen door \(/)
    expect(said).toMatch(/Disabled or deleted since, now active again: leaver\./)
    for (const linesBefore of [1, 1]) {
      const app = await start()
      const { db } = app.services
      const people = await db.selectFrom('person').select('id').where('id', 'in', [personId, staysId]).execute()
      expect(people).toEqual([{ id: staysId }])
      const lines = await db.selectFrom('operation_log').select('side').where('event', '=', 'erase-again').execute()
      expect(lines).toHaveLength(linesBefore)
      await app.close()
    }
    // The list is used for the next restore, of an even older backup.
    expect((await readEndings(join(folder, 'endings.log'))).map(({ subject }) => subject)).toContain(personId)
  })

  it('people who were blacklisted after the backup are blacklisted again, and the restore names what still opens doors', async () => {
    const { id: bannedId } = await admin.ask(createStaff, { body: { name: 'Banned Since' } })
    const { id: pardonedId } = await admin.ask(createStaff, { body: { name: 'Pardoned Since' } })
    const guest = await buildVisitor(house, admin, { name: 'Victor' })
    const pass = await admin.ask(createPass, { params: { id: guest.id }, body: {} })
    await admin.ask(renewWalkInLink)
    const from = join(place, 'open.backup')
    await backup(from)
    await admin.ask(moveToBlacklist, { body: { personIds: [bannedId, pardonedId], reason: 'Stole' } })
    await admin.ask(moveOutOfBlacklist, { body: { ids: [pardonedId] } })
    await admin.ask(revokePass, { params: { id: guest.id, passId: pass.id } })
    await admin.ask(renewWalkInLink)
    await untilListed('walk-in')
    await untilListed(pass.id)

    const { said, start } = await restored(from, { endings: list })
    expect(said).toMatch(/Blacklisted since, to be blacklisted again at the first start: Banned Since\./)
    expect(said).toMatch(/whose pass was revoked since and opens again: Victor\./)
    expect(said).toMatch(/earlier prints work again: of the reception\./)
    const app = await start()
    const people = await app.services.db
      .selectFrom('person')
      .select(['name', 'kind'])
      .where('id', 'in', [bannedId, pardonedId])
      .orderBy('name')
      .execute()
    expect(people).toEqual([
      { name: 'Banned Since', kind: personKindCodes.blacklisted },
      { name: 'Pardoned Since', kind: personKindCodes.staff },
    ])
    await app.close()
  })

  it('the restore names accounts whose role was lowered or handed over since, and the keys of a deleted application', async () => {
    const superAdmin = await house.asRole('superAdmin')
    const successor = await house.asRole('mainAdmin')
    const [own, next] = [await superAdmin.ask(getAccount), await successor.ask(getAccount)]
    const make = async (account: string) => {
      const body = { account, name: account, role: 'mainAdmin' as const, email: `${account}@example.com` }
      return (await admin.ask(createAccount, { body })).account.id
    }
    const [demotedId, backId] = [await make('demoted'), await make('demoted-and-back')]
    const applicationId = await buildApplication(house, admin)
    await buildKey(admin, applicationId, 'people.read')
    const from = join(place, 'roles.backup')
    await backup(from)
    const roles = [
      { id: demotedId, role: 'deviceAdmin' },
      { id: demotedId, role: 'subAdmin' },
      { id: backId, role: 'deviceAdmin' },
      { id: backId, role: 'mainAdmin' },
    ] as const
    for (const { id, role } of roles) await admin.ask(updateAccount, { params: { id }, body: { role } })
    await admin.ask(deleteApplication, { params: { id: applicationId } })
    const handTo = async (caller: Caller, id: string) => {
      const key = await caller.ask(getRsaKey)
      const body = { rsa_id: key.rsa_id, password: encryptPassword(key, testPassword) }
      await caller.ask(handOver, { params: { id }, body })
    }
    await handTo(superAdmin, next.id)
    await untilListed(`${next.id}:0`)

    const { said } = await restored(from, { endings: list })
    expect(said).toContain(`Given a lower role since, now with the higher one again: demoted, ${own.account}.`)
    expect(said).toContain('Keys of the open platform deleted since, now valid again: Key.')
    await handTo(successor, own.id)
  })

  it('the list is found in the data folder that is replaced; without a list, the restore says who may be back', async () => {
    const found = await restored(old(), { replaces: house.dataFolder })
    expect(found.said).toContain('erased again at the first start: 1.')
    const { said } = await restored(old())
    expect(said).toContain('No list of later revocations was found')
    await expect(restored(old(), { endings: join(place, 'nothing.log') })).rejects.toThrow('There is no file')
  })

  it('the list is read without a line that a power cut or somebody by hand damaged, and later lines are whole', async () => {
    const path = join(place, 'half.log')
    const at = '2026-11-23T03:20:00Z'
    await writeFile(path, `${at} erased a\nyesterday erased nobody\n${at} eras`)
    await appendEndings(path, [{ kind: 'unbound', subject: 'b', at }])
    expect((await readEndings(path)).map(({ subject }) => subject)).toEqual(['a', 'b'])
  })
})

describe('terminals after a restore', () => {
  const newRecord = (record: { personId?: string } = {}) => {
    const made = buildRecord(1, { recognisedAt: house.clock.now().toString() })
    const { capture: _capture, sequence: _sequence, ...rest } = made
    return { ...rest, faceBox: null, kind: record.personId ? ('staff' as const) : rest.kind, personId: null, ...record }
  }
  const connect = (
    state: TerminalState,
    url: string,
    rest: { pairingCode?: string; behaviours?: typeof defaultBehaviours } = {},
  ) =>
    createTerminal({ state, serverUrl: url, recogniser: namedFaceRecogniser, pollSeconds: 3600, batchSize: 1, ...rest })
  /** Starts a terminal, delivers its waiting records, and stops it. */
  async function deliver(state: TerminalState, url: string, rest: { pairingCode?: string } = {}): Promise<void> {
    const terminal = connect(state, url, rest)
    await terminal.start()
    await terminal.idle()
    await terminal.stop()
  }

  it('terminals send again what the backup did not have, once, over a power cut, and nothing about erased people', async () => {
    const folder = join(place, 'terminal')
    const state = openStateFolder(folder)
    const pass = (record: { personId?: string } = {}, picture: Uint8Array | null = null): string => {
      const made = newRecord(record)
      state.records.append(made, picture)
      return made.id
    }
    const { code } = await admin.ask(createPairingCode, { body: { name: 'South door' } })
    await deliver(state, serverUrl, { pairingCode: code })
    const { id: erasedId } = await admin.ask(createStaff, { body: { name: 'Erased after passing' } })
    const before = [pass(), pass()]
    await deliver(state, serverUrl)
    const out = join(place, 'terminals.backup')
    await backup(out)
    const since = [pass(), pass(), pass({ personId: erasedId }), pass()]
    await deliver(state, serverUrl)
    expect([state.records.waiting, state.records.kept]).toEqual([0, 6])
    await admin.ask(erasePerson, { params: { id: erasedId } })
    await untilListed(erasedId)
    const { ldid } = state.identity ?? { ldid: '' }
    state.close()

    const { start } = await restored(out, { endings: list })
    const app = await start()
    const there = () =>
      app.services.db
        .selectFrom('recognition_record as r')
        .innerJoin('device as d', 'd.id', 'r.device_id')
        .select(['r.id', 'r.device_sequence', 'r.person_id'])
        .where('d.ldid', '=', ldid)
        .orderBy('r.device_sequence')
        .execute()
    expect((await there()).map(({ id }) => id)).toEqual(before)

    // The power is cut in the middle: it has heard of the restore, and not sent everything.
    const cut = openStateFolder(folder)
    cut.identity = cut.identity && { ...cut.identity, serverUrl: app.url }
    const newest = newRecord()
    cut.records.append(newest, null)
    const dying = connect(cut, app.url, { behaviours: [dies({ afterSends: 6 }), ...defaultBehaviours] })
    await dying.start()
    await expect(dying.idle()).rejects.toThrow('stopped')
    cut.close()
    const after = openStateFolder(folder)
    await deliver(after, app.url)
    const stored = await there()
    expect(stored.map(({ id }) => id)).toEqual([...before, ...since, newest.id])
    expect(stored.map(({ device_sequence }) => device_sequence)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(stored.every(({ person_id }) => person_id === null)).toBe(true)

    // Once for each restore: a terminal that greets again sends nothing again.
    const again = connect(after, app.url)
    let pushed = 0
    again.on('pushed', (count) => (pushed += count))
    await again.start()
    await again.idle()
    await again.stop()
    expect(pushed).toBe(0)
    after.close()
    await app.close()
  })

  it('terminals are told which of their people to delete', async () => {
    const terminal = await startPairedTerminal(admin.ask, serverUrl, { name: 'West door' })
    const { state } = terminal
    const { id: personId } = await admin.ask(createStaff, { body: { name: 'Forgotten' } })
    state.records.append(newRecord({ personId }), null)
    await terminal.stop()
    await deliver(state, serverUrl)
    expect(state.records.kept).toBe(1)
    await admin.ask(erasePerson, { params: { id: personId } })
    await deliver(state, serverUrl)
    expect(state.records.kept).toBe(0)
  })

  it('terminals that were offline while somebody was erased deliver the passage without a person and a picture', async () => {
    const terminal = await startPairedTerminal(admin.ask, serverUrl, { name: 'East door' })
    const { id: personId } = await admin.ask(createStaff, { body: { name: 'Gone meanwhile' } })
    await terminal.stop()
    const made = newRecord({ personId })
    terminal.state.records.append({ ...made, cosine: 0.7 }, Uint8Array.of(0xff, 0xd8, 0xff, 0xd9))
    await admin.ask(erasePerson, { params: { id: personId } })
    await deliver(terminal.state, serverUrl)
    const stored = house.db.selectFrom('recognition_record').selectAll().where('id', '=', made.id)
    expect(await stored.executeTakeFirstOrThrow()).toMatchObject({
      person_id: null,
      person_name: null,
      cosine: null,
      capture_hash: null,
      reasons: [],
    })
  })
})
