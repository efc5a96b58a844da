import { getConversation } from '@gatehouse/contract/features/devices/conversation.ts'
import { getDevice, listDevicePeople } from '@gatehouse/contract/features/devices.ts'
import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { getPinGiving, setPinGiving } from '@gatehouse/contract/features/service-config/pin-giving.ts'
import { createStaff, getStaff, undoStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())
afterEach(() => give(false))

const give = (isOn: boolean) => zk.admin.ask(setPinGiving, { body: { isOn } })
const passwordOf = ({ state }: ZkTerminal, number: string) => state.people.get(number)?.password
const hire = (name: string, pin?: string) => zk.admin.ask(createStaff, { body: { name, ...(pin && { pin }) } })
const change = (id: string, pin: string | null) => zk.admin.ask(updateStaff, { params: { id }, body: { pin } })
const copies = () => zk.house.db.selectFrom('person_pin_copy').selectAll().execute()
const quiet = (terminal: ZkTerminal) => zk.settle(terminal, () => true)

async function failureOf(deviceId: string, name: string) {
  const { items } = await zk.admin.ask(listDevicePeople, { params: { id: deviceId }, query: { keyword: name } })
  return items.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()).join()
}

/** On the terminal, by its name. */
async function arrived(terminal: ZkTerminal, name: string): Promise<string> {
  await zk.settle(terminal, () => numberAt(terminal, name) !== '')
  await quiet(terminal)
  return numberAt(terminal, name)
}

describe.each(['att', 'acc'] as const)('PINs at a terminal of the dialect %s', (dialect) => {
  it('are not given, and one that is set at the terminal stays, until somebody has chosen otherwise', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'PINOFF')
    const { id } = await hire(`Kept hashed ${dialect}`, '481516')
    const number = await arrived(terminal, `Kept hashed ${dialect}`)
    expect([passwordOf(terminal, number), await copies()]).toEqual(['', []])
    await quiet(terminal)
    expect(await failureOf(device.id, `Kept hashed ${dialect}`)).not.toContain('pin-unknown')
    const { capabilities } = await zk.admin.ask(getDevice, { params: { id: device.id } })
    expect(capabilities.credentials.pin).toBe('kept-hashed')
    const person = terminal.state.people.get(number)
    if (person) person.password = '2342'
    await change(id, '482342')
    expect(await copies()).toEqual([])
    await quiet(terminal)
    await zk.admin.ask(updateStaff, { params: { id }, body: { name: `Renamed ${dialect}` } })
    await arrived(terminal, `Renamed ${dialect}`)
    expect(passwordOf(terminal, number)).toBe('2342')
  })

  it('arrive once they are given, change with the person, and are gone when the person has none', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'PINON')
    await give(true)
    const { id } = await hire(`Given ${dialect}`, '730219')
    const number = await arrived(terminal, `Given ${dialect}`)
    expect(passwordOf(terminal, number)).toBe('730219')
    const { capabilities } = await zk.admin.ask(getDevice, { params: { id: device.id } })
    expect(capabilities.credentials.pin).toBe(null)
    await change(id, '918273')
    await zk.settle(terminal, () => passwordOf(terminal, number) === '918273')
    await change(id, null)
    await zk.settle(terminal, () => passwordOf(terminal, number) === '')
    await quiet(terminal)
    expect(await copies()).toEqual([])
    // Told once: what somebody sets at the terminal afterwards is theirs.
    const person = terminal.state.people.get(number)
    if (person) person.password = '2342'
    await zk.admin.ask(updateStaff, { params: { id }, body: { name: `Given again ${dialect}` } })
    await arrived(terminal, `Given again ${dialect}`)
    expect(passwordOf(terminal, number)).toBe('2342')
  })

  it('that were set before nobody knows: the board says that they are to be set again, and then they arrive', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'PINBEFORE')
    const name = `Set before ${dialect}`
    const { id } = await hire(name, '730219')
    const number = await arrived(terminal, name)
    await give(true)
    await until(async () => {
      await terminal.poll()
      return (await failureOf(device.id, name)) === 'failed pin-unknown'
    }, 'the board says it')
    expect((await zk.admin.ask(getPinGiving)).kept).toBe(0)
    await change(id, '112358')
    await zk.settle(terminal, () => passwordOf(terminal, number) === '112358')
    await quiet(terminal)
    expect(await failureOf(device.id, name)).not.toContain('pin-unknown')
    // The digits of the PIN that an undo brings back are not known either, and those of the other one are gone.
    const { version } = await zk.admin.ask(getStaff, { params: { id } })
    await zk.admin.ask(undoStaff, { params: { id }, body: { version } })
    await zk.settle(terminal, () => passwordOf(terminal, number) === '')
    expect(await copies()).toEqual([])
  })

  it('[DEV-06] are taken from a terminal that was offline when they were switched off, also when it refuses at first', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'PINAWAY')
    await give(true)
    const name = `Taken away ${dialect}`
    await hire(name, '730219')
    const number = await arrived(terminal, name)
    expect(passwordOf(terminal, number)).toBe('730219')
    await hire(`At the terminal ${dialect}`)
    const own = await arrived(terminal, `At the terminal ${dialect}`)
    const person = terminal.state.people.get(own)
    if (person) person.password = '2342'
    await give(false)
    expect(await copies()).toEqual([])
    terminal.state.keepsPasswords = true
    zk.house.clock.advance({ hours: 5 })
    await zk.signIn()
    const refused = () =>
      zk.house.db
        .selectFrom('zkteco_command')
        .select('code')
        .where('device_id', '=', device.id)
        .where('clears_pin', '=', true)
        .where('state', '=', 'failed')
        .execute()
    await until(async () => {
      await terminal.poll()
      return (await refused()).length > 0
    }, 'the terminal refuses')
    expect(await refused()).toEqual([{ code: -1002 }])
    expect(passwordOf(terminal, number)).toBe('730219')
    terminal.state.keepsPasswords = false
    zk.house.clock.advance({ minutes: 11 })
    await zk.settle(terminal, () => passwordOf(terminal, number) === '')
    expect(passwordOf(terminal, own)).toBe('2342')
  })

  it('arrive again at a terminal that lost its memory', async () => {
    const { terminal } = await zk.accepted(dialect, 'PINLOST', { faults: { onlyInfo: true } })
    await give(true)
    const name = `Forgotten ${dialect}`
    await hire(name, '602214')
    expect(passwordOf(terminal, await arrived(terminal, name))).toBe('602214')
    zk.house.clock.advance({ hours: 2 })
    await zk.signIn()
    terminal.state.people.clear()
    await until(async () => {
      await terminal.poll()
      // Terminals that acknowledge first are given a minute to tell.
      zk.house.clock.advance({ seconds: 20 })
      return passwordOf(terminal, numberAt(terminal, name)) === '602214'
    }, 'it has the PIN again')
  })

  it('are taken from somebody who came back before the terminal had removed them, once they are switched off', async () => {
    const { terminal } = await zk.accepted(dialect, 'PINBACK')
    await give(true)
    const name = `Came back ${dialect}`
    const { id, groups } = await hire(name, '299792')
    const number = await arrived(terminal, name)
    expect(passwordOf(terminal, number)).toBe('299792')
    terminal.state.keepsPeople = true
    const regroup = (body: { groupIds: string[] }) => zk.admin.ask(updateStaff, { params: { id }, body })
    await regroup({ groupIds: [] })
    await quiet(terminal)
    await give(false)
    expect(passwordOf(terminal, number)).toBe('299792')
    terminal.state.keepsPeople = false
    await regroup({ groupIds: groups.map((group) => group.id) })
    await zk.settle(terminal, () => passwordOf(terminal, number) === '')
  })

  it('do not leave after they were switched off, though they were waiting to', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'PINWAITS')
    await quiet(terminal)
    await give(true)
    const name = `Waiting ${dialect}`
    await hire(name, '730219')
    const waiting = () =>
      zk.house.db
        .selectFrom('zkteco_command')
        .select('number')
        .where('device_id', '=', device.id)
        .where('gives_pin', '=', true)
        .where('state', '=', 'waiting')
        .execute()
    await hire(`Before ${dialect}`, '141421')
    await until(async () => {
      await terminal.poll()
      return (await waiting()).length > 0
    }, 'one of them waits')
    await give(false)
    await arrived(terminal, name)
    await quiet(terminal)
    expect(
      [...terminal.state.people.values()].filter(({ password }) => password === '730219' || password === '141421'),
    ).toEqual([])
  })

  it('stand in clear nowhere else: not in the database, the log, the conversation or what is told of a person', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'PINCLEAR')
    await give(true)
    const digits = '50617283'
    const { id } = await hire(`Nowhere ${dialect}`, digits)
    await zk.admin.ask(getConversation, { params: { id: device.id } })
    await arrived(terminal, `Nowhere ${dialect}`)
    const [copy] = (await copies()).filter(({ person_id: of }) => of === id)
    expect(copy?.digits_sealed.includes(Buffer.from(digits))).toBe(false)
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
      where s.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`.execute(zk.house.db)
    const hex = Buffer.from(digits).toString('hex')
    for (const { name } of tables) {
      const { rows } = await sql`
        select 1 from ${sql.table(name)} t where t::text like ${`%${digits}%`} or t::text like ${`%${hex}%`}`.execute(
        zk.house.db,
      )
      expect([name, rows.length]).toEqual([name, 0])
    }
    const { items } = await zk.admin.ask(listOperations, { query: {} })
    const told = [
      ...(await Promise.all(items.map((one) => zk.admin.ask(getOperation, { params: { id: one.id } })))),
      await zk.admin.ask(getStaff, { params: { id } }),
      await zk.admin.ask(getConversation, { params: { id: device.id } }),
    ]
    expect(JSON.stringify(told)).not.toContain(digits)
    // Sealed for this person: in the row of another it opens nothing.
    const other = await hire(`Other ${dialect}`, '271828')
    await zk.house.db
      .updateTable('person_pin_copy')
      .set({ digits_sealed: copy?.digits_sealed ?? Buffer.alloc(0) })
      .where('person_id', '=', other.id)
      .execute()
    await zk.admin.ask(updateStaff, { params: { id: other.id }, body: { name: `Swapped ${dialect}` } })
    expect(passwordOf(terminal, await arrived(terminal, `Swapped ${dialect}`))).not.toBe(digits)
    // Kept for this hash alone: beside that of another PIN it opens nothing.
    const stale = await hire(`Stale ${dialect}`, '662607')
    await zk.house.db
      .updateTable('person')
      .set((row) => ({
        pin_sealed: row.selectFrom('person as p').select('p.pin_sealed').where('p.id', '=', other.id),
      }))
      .where('id', '=', stale.id)
      .execute()
    await zk.admin.ask(updateStaff, { params: { id: stale.id }, body: { name: `Other hash ${dialect}` } })
    expect(passwordOf(terminal, await arrived(terminal, `Other hash ${dialect}`))).toBe('')
    await zk.admin.ask(erasePerson, { params: { id } })
    expect((await copies()).filter(({ person_id: of }) => of === id)).toEqual([])
  })
})

describe('giving PINs', () => {
  it('[PERM-04] is for the super admin alone; the main admin sees whether it is on', async () => {
    const main = await zk.house.asRole('mainAdmin')
    expect(await main.ask(getPinGiving)).toMatchObject({ isOn: false })
    for (const role of ['mainAdmin', 'subAdmin', 'deviceAdmin', 'visitorAdmin'] as const) {
      const { status } = await (await zk.house.asRole(role)).call(setPinGiving, { body: { isOn: true } })
      expect(status, role).toBe(403)
    }
    expect((await zk.admin.ask(getPinGiving)).isOn).toBe(false)
  })

  it('leaves a line of the operation log that names nobody', async () => {
    await give(true)
    const { items } = await zk.admin.ask(listOperations, { query: { module: 'service-config' } })
    const line = await zk.admin.ask(getOperation, { params: { id: items[0]?.id ?? '' } })
    expect(line).toMatchObject({ event: 'switch-pins', changes: { isOn: { from: false, to: true } } })
  })

  it('counts of how many people the digits are kept', async () => {
    const before = await zk.admin.ask(getPinGiving)
    await hire('Uncopied', '141421')
    await give(true)
    await hire('Copied', '173205')
    expect(await zk.admin.ask(getPinGiving)).toEqual({ isOn: true, people: before.people + 2, kept: 1 })
    expect(await give(false)).toMatchObject({ isOn: false, kept: 0 })
  })
})
