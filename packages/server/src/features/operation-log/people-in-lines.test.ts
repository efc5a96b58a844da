import { can, type Permission, type Role, roles } from '@gatehouse/contract/permissions.ts'
import { createDepartment, updateDepartment } from '@gatehouse/contract/features/departments.ts'
import { updateMusterSettings } from '@gatehouse/contract/features/muster.ts'
import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listSites } from '@gatehouse/contract/features/sites.ts'
import { createStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { operationLines } from '../../../test/operation-lines.ts'
import { verifyOperationLog } from './operation-log-chain-reads.ts'

/*
 * The lines that name people, kept by hand beside the rule itself: a line of a new kind is hidden from roles that may not read people, or
 * this list says that it names none.
 */
const namesNobody: Readonly<Record<string, string>> = {
  account: `add-push-browser remove-push-browser test-push-browser change-password confirm-second-factor create delete end-second-factor end-sessions hand-over login logout
    offer-second-factor renew-recovery-codes reset-password reset-second-factor turn-away update update-profile`,
  alarm: 'acknowledge assign comment create-rule delete-rule release see update-rule update-settings',
  'attendance-area': 'create delete update',
  backup: 'restore-backup',
  'blacklist-group': 'add-members bind-devices create delete remove-members unbind-devices update',
  company: 'update-opening update-privacy delete-picture update upload-picture',
  device: `accept apply-settings at-device-data-cleared at-device-menu-opened at-device-person-added at-device-person-deleted
    at-device-privilege-changed at-device-setting-changed at-device-time-set change-settings clone-seen command create-pairing-code create-template delete-template discard-lines
    pair plan-settings reject retry-people turn-away unbind update`,
  inside: 'create-display delete-display',
  licence: 'activate start-trial withdraw',
  lockdown: `ask-release begin-by-input begin-emergency begin-lockdown release-alone release-lockdown update-lockdown-input
    update-lockdown-rules`,
  muster: 'create-point delete-point update-point update-settings',
  'open-platform': `change-domain create create-key create-webhook delete delete-key delete-webhook replay rotate-key
    rotate-webhook test-webhook update update-key update-webhook`,
  policy: 'create delete preview-matrix save-matrix update',
  'service-config': `add-recogniser delete-mail measure-clock recogniser-changed remove-recogniser set-clock set-mail set-push switch-make switch-pins
    use-recogniser`,
  site: `create create-area create-door create-interlock create-plan delete delete-area delete-door delete-interlock delete-plan
    preview-plan replace-plan-picture reset-anti-passback set-area-rules set-door-rules set-elevator-floors set-inside-rules
    set-plan-places update update-area update-door update-interlock update-plan`,
  'staff-group': 'add-members bind-devices create delete remove-members unbind-devices update',
  storage: 'update-settings',
  timetable: 'create delete update',
  upgrade: `create delete finish-upload publish restart-upload retry roll-out stop unpublish update upload`,
  'visitor-group': 'add-members bind-devices create delete remove-members unbind-devices update',
}
const anybody: readonly Permission[] = ['staff.read', 'visitor.read', 'blacklist.read']
const namesSome: Readonly<Record<string, readonly Permission[]>> = {
  attendance: ['staff.read'],
  'attendance-rule': ['staff.read'],
  blacklist: ['blacklist.read'],
  department: ['staff.read'],
  registration: ['staff.read'],
  'service-config': ['service-config.manage'],
  staff: ['staff.read'],
  visitor: ['visitor.read'],
}
/** The addresses that a change of these has are for those who may change them. */
const changesAddresses: Readonly<Record<string, Permission>> = {
  'muster update-settings': 'site.write',
  'service-config set-mail': 'service-config.manage',
  'site set-inside-rules': 'site.write',
}

const kindsOfSystem = [
  ...Object.entries(namesNobody).flatMap(([module, events]) =>
    events.split(/\s+/).map((event) => `${module} ${event}`),
  ),
  'tomorrow create',
  'inside reset-anti-passback',
  'person suspend',
  'muster start-drill',
  'muster mark-safe',
  'record delete-strangers',
]
const kinds = [...new Set([...Object.values(operationLines), ...kindsOfSystem])]

function mayRead(role: Role, kind: string): boolean {
  const [module = '', event = ''] = kind.split(' ')
  const needed = namesNobody[module]?.split(/\s+/).includes(event) ? [] : (namesSome[module] ?? anybody)
  return needed.every((permission) => can(role, permission))
}

let house: TestGatehouse
const readers = roles.filter((role) => can(role, 'operation-log.read'))
const callers = new Map<Role, Caller>()
const callerOf = (role: Role) => callers.get(role)!
const lineIds = new Map<string, string>()
beforeAll(async () => {
  house = await startTestGatehouse()
  for (const role of readers) callers.set(role, await house.asRole(role))
  const rows = kinds.map((kind, at) => {
    const [module = '', event = ''] = kind.split(' ')
    return {
      actor_kind: 'account' as const,
      actor_name: 'somebody',
      module,
      event,
      item: `Itemname${at}x`,
      remark: `Remarkname${at}x`,
      facts: JSON.stringify({ person: `Factname${at}x`, people: at }),
      changes: JSON.stringify({ name: { from: `Changename${at}x`, to: null } }),
      side: 'console' as const,
      result: 'success' as const,
      at: Temporal.Now.instant().subtract({ seconds: at }).toString(),
    }
  })
  const stored = await house.db.insertInto('operation_log').values(rows).returning(['id', 'module', 'event']).execute()
  for (const { id, module, event } of stored) lineIds.set(`${module} ${event}`, id)
})
afterAll(() => house.close())

/** By id, as the caller reads them; all, or those that a search finds. */
async function everyLine(caller: Caller, keyword?: string): Promise<Map<string, string>> {
  const lines = new Map<string, string>()
  for (let after: string | undefined; ;) {
    const query = { size: 200, ...(after && { after }), ...(keyword && { keyword }) }
    const page = await caller.ask(listOperations, { query })
    for (const line of page.items) lines.set(line.id, JSON.stringify(line))
    if (page.next === null) return lines
    after = page.next
  }
}

describe('people in lines of the operation log', () => {
  it('A line names people, in the list, in its detail and to a search, only for a role that may read that kind of people', async () => {
    for (const role of readers) {
      const caller = callerOf(role)
      const lines = await everyLine(caller)
      for (const [at, kind] of kinds.entries()) {
        const isRead = mayRead(role, kind)
        const name = `${role}, ${kind}`
        const id = lineIds.get(kind)!
        const line = lines.get(id)
        expect(line?.includes(`name${at}x`), name).toBe(isRead)
        const seesChanges = isRead && can(role, changesAddresses[kind] ?? 'operation-log.read')
        // Of those that hide nothing every tenth will do.
        if (seesChanges && at % 10 !== 0) continue
        const detail = await caller.ask(getOperation, { params: { id } })
        expect(JSON.stringify(detail).includes(`Itemname${at}x`), name).toBe(isRead)
        expect(JSON.stringify(detail).includes(`Changename${at}x`), name).toBe(seesChanges)
        expect(detail.hides, name).toBe(isRead ? (seesChanges ? null : 'changes') : 'people')
        expect(detail.hash === null, name).toBe(!seesChanges)
        expect(detail.facts?.['people'], name).toBe(at)
      }
    }
  })

  it('A search finds a line by the names in it only for those who see them, and by its operator for everybody', async () => {
    for (const role of readers) {
      for (const word of ['Itemname', 'Remarkname', 'Factname']) {
        const found = await everyLine(callerOf(role), word)
        for (const kind of kinds) expect(found.has(lineIds.get(kind)!), `${role}, ${kind}`).toBe(mayRead(role, kind))
      }
      expect((await everyLine(callerOf(role), 'somebody')).size, role).toBe(kinds.length)
    }
  })

  it('A device admin reads that a person was changed, suspended or made a manager, and never who', async () => {
    const admin = callerOf('superAdmin')
    const { id } = await admin.ask(createStaff, { body: { name: 'Oriane Verbruggen' } })
    await admin.ask(updateStaff, { params: { id }, body: { position: 'Guard' } })
    await admin.ask(suspendPeople, {
      body: { personIds: [id], toAt: null, reason: 'Verbruggen lost her badge' },
    })
    const department = await admin.ask(createDepartment, { body: { name: 'Vaults', parentId: null } })
    await admin.ask(updateDepartment, { params: { id: department.id }, body: { managerId: id } })
    const keeper = callerOf('deviceAdmin')
    const { items } = await keeper.ask(listOperations, { query: { size: 20 } })
    const details = await Promise.all(items.map((line) => keeper.ask(getOperation, { params: { id: line.id } })))
    expect(details.map(({ event }) => event)).toEqual(expect.arrayContaining(['create', 'update', 'suspend']))
    expect(JSON.stringify([items, details])).not.toContain('Verbruggen')
    expect((await admin.ask(listOperations, { query: { keyword: 'Verbruggen' } })).items.length).toBeGreaterThan(2)
    expect((await keeper.ask(listOperations, { query: { keyword: 'Verbruggen' } })).items).toEqual([])
  })

  it('Addresses of a paper list are in no line that a role reads which may not change them', async () => {
    const admin = callerOf('superAdmin')
    const [site] = (await admin.ask(listSites)).items
    await admin.ask(updateMusterSettings, {
      params: { id: site!.id },
      body: {
        startsByFire: false,
        addsLatecomers: true,
        paperMinutes: 60,
        paperMails: ['guard@example.com'],
        language: 'en',
      },
    })
    const [line] = (await admin.ask(listOperations, { query: { module: 'muster', event: 'update-settings', size: 1 } }))
      .items
    const detailOf = (role: Role) => callerOf(role).ask(getOperation, { params: { id: line!.id } })
    expect(JSON.stringify((await detailOf('superAdmin')).changes)).toContain('guard@example.com')
    expect(await detailOf('subAdmin')).toMatchObject({ item: site!.name, changes: null, hash: null, hides: 'changes' })
  })

  it('The chain stays as it is when lines are hidden from some, and a role that reads everything sees the hashes', async () => {
    expect((await verifyOperationLog(house.db)).faults).toEqual([])
    const { id } = (await callerOf('superAdmin').ask(listOperations, { query: { size: 1 } })).items[0]!
    expect((await callerOf('superAdmin').ask(getOperation, { params: { id } })).hash).toMatch(/^[0-9a-f]{64}$/)
  })
})
