import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { createPass, listPasses, mailPass, revokePass } from '@gatehouse/contract/features/visitor-passes.ts'
import { updateVisitor } from '@gatehouse/contract/features/visitors.ts'
import { listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { pushRecords, usePass } from '@gatehouse/contract/device/link.ts'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, deviceCaller, pairTestDevice } from '../../../test/device-caller.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { startMailServer, type TestMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { buildVisitor, inHours } from '../../../test/visits.ts'
import { hashLinkToken } from '../../lib/link-token.ts'
import { qrPicture } from '../../lib/qr-picture.ts'
import { takeExpiredOffDevices } from './visitor-jobs.ts'

let smtp: TestMailServer
let house: TestGatehouse
let admin: Caller
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  smtp = await startMailServer()
  house = await startTestGatehouse({
    withJobs: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'gate@example.com' },
  })
  admin = await house.asRole('superAdmin')
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
})
afterEach(() => terminals.stopAll())
afterAll(async () => {
  await house.close()
  await smtp.close()
})

/** A visitor with a pass. */
async function visitorWithPass(maxUses: number | null = null) {
  const visitor = await buildVisitor(house, admin, { name: '王芳' })
  const pass = await admin.ask(createPass, { params: { id: visitor.id }, body: { maxUses } })
  return { visitor, pass, picture: qrPicture(pass.code ?? '') }
}
const knows = (terminal: Terminal, code: string | null) =>
  until(() => terminal.state.people.findByCode(hashLinkToken(code ?? '').toString('hex')) !== undefined)

/** The last record of a terminal, as the console shows it. */
async function lastRecord(terminal: Terminal & { id: string }) {
  await terminal.idle()
  const { items } = await admin.ask(listRecords, { query: { deviceId: terminal.id } })
  return admin.ask(getRecord, { params: { id: items[0]?.id ?? '' } })
}

describe('[MAN-04] a pass', () => {
  it('a pass opens the door that its visitor may pass, and the record says how', async () => {
    const terminal = await terminals.start()
    const { visitor, pass, picture } = await visitorWithPass(2)
    await knows(terminal, pass.code)
    expect(await terminal.present(picture)).toMatchObject({ opened: true, person: { id: visitor.id } })
    expect(await lastRecord(terminal)).toMatchObject({
      kind: 'visitor',
      person: { id: visitor.id, name: '王芳' },
      entryMode: 'qr-code' as const,
      opened: true,
      score: null,
      reasons: [{ code: 'pass-holds', passId: pass.id }, { code: 'group-bound' }, { code: 'period-holds' }, {}],
    })
    const [shown] = await admin.ask(listPasses, { params: { id: visitor.id } })
    expect(shown).toMatchObject({ usedCount: 1, maxUses: 2, state: 'usable' })
  })

  it('a pass held before the camera is used once', async () => {
    const terminal = await terminals.start()
    const { visitor, pass, picture } = await visitorWithPass(5)
    await knows(terminal, pass.code)
    for (let time = 0; time < 3; time++) await terminal.present(picture)
    await terminal.idle()
    expect((await admin.ask(listPasses, { params: { id: visitor.id } }))[0]?.usedCount).toBe(1)
  })

  it('a pass is used up after its uses, at another door too, and refused with that reason', async () => {
    const [first, second] = [await terminals.start(), await terminals.start()]
    const { pass, picture } = await visitorWithPass(1)
    await knows(first, pass.code)
    await knows(second, pass.code)
    expect(await first.present(picture)).toMatchObject({ opened: true })
    expect(await second.present(picture)).toMatchObject({ opened: false })
    expect(await lastRecord(second)).toMatchObject({
      kind: 'visitor',
      person: { name: '王芳' },
      abnormal: 'invalid-qr-code',
      opened: false,
      reasons: [{ code: 'pass-used-up', passId: pass.id }],
    })
  })

  it('a pass is refused once it was revoked', async () => {
    const terminal = await terminals.start()
    const { visitor, pass, picture } = await visitorWithPass()
    await knows(terminal, pass.code)
    await admin.ask(revokePass, { params: { id: visitor.id, passId: pass.id } })
    expect(await terminal.present(picture)).toMatchObject({ opened: false })
    expect(await lastRecord(terminal)).toMatchObject({ reasons: [{ code: 'pass-revoked', passId: pass.id }] })
    expect((await admin.ask(listPasses, { params: { id: visitor.id } }))[0]?.state).toBe('revoked')
  })

  it('a pass is refused before and after its own period', async () => {
    const terminal = await terminals.start()
    const visitor = await buildVisitor(house, admin)
    for (const [from, to, code] of [
      [1, 2, 'pass-not-started'],
      [-3, -2, 'pass-over'],
    ] as const) {
      const pass = await admin.ask(createPass, {
        params: { id: visitor.id },
        body: { validFromAt: inHours(house, from), validToAt: inHours(house, to) },
      })
      await knows(terminal, pass.code)
      expect(await terminal.present(qrPicture(pass.code ?? ''))).toMatchObject({ opened: false })
      expect((await lastRecord(terminal)).reasons).toMatchObject([{ code, passId: pass.id }])
    }
  })

  it('a pass is refused at a door that no group of its visitor is bound to, as a stranger', async () => {
    const terminal = await terminals.start()
    await admin.ask(updateDevice, { params: { id: terminal.id }, body: { groupIds: [] } })
    const { pass, picture } = await visitorWithPass()
    expect(await terminal.present(picture)).toMatchObject({ opened: false, person: null })
    expect(await lastRecord(terminal)).toMatchObject({
      kind: 'stranger',
      person: null,
      abnormal: 'invalid-qr-code',
      reasons: [{ code: 'pass-elsewhere' }],
    })
    expect(pass.state).toBe('usable')
  })

  it('a pass is not used up by a device at which its visitor has no group', async () => {
    const { visitor, pass } = await visitorWithPass(1)
    const [door, elsewhere] = [await pairTestDevice(house, admin), await pairTestDevice(house, admin)]
    await admin.ask(updateDevice, { params: { id: elsewhere.id }, body: { groupIds: [] } })
    const usedAfterRecordOf = async (device: typeof door) => {
      const record = buildRecord(1, {
        kind: 'visitor',
        personId: visitor.id,
        entryMode: 'qr-code' as const,
        opened: true,
        abnormal: 'none',
        reasons: [{ code: 'pass-holds', passId: pass.id }],
      })
      expect(await device.ask(pushRecords, { body: { records: [record] } })).toMatchObject({ stored: 1 })
      return (await admin.ask(listPasses, { params: { id: visitor.id } }))[0]?.usedCount
    }
    expect(await usedAfterRecordOf(elsewhere)).toBe(0)
    expect(await usedAfterRecordOf(door)).toBe(1)
  })

  it('a pass of a visit that is over is refused with its visitor’s name after the terminal has removed them', async () => {
    const terminal = await terminals.start()
    const { visitor, pass, picture } = await visitorWithPass()
    await knows(terminal, pass.code)
    house.clock.advance({ hours: 9 })
    try {
      await takeExpiredOffDevices(house.gatehouse.services)
      await until(() => terminal.state.people.find(visitor.id) === undefined)
      expect(await terminal.present(picture)).toMatchObject({ opened: false })
      await terminal.idle()
    } finally {
      house.clock.advance({ hours: -9 })
    }
    expect(await lastRecord(terminal)).toMatchObject({
      kind: 'visitor',
      person: { id: visitor.id },
      reasons: [{ code: 'pass-over', passId: pass.id }],
    })
  })

  it('a pass is refused by the terminal alone at the second its visitor’s period ends', async () => {
    let nowMs = Temporal.Now.instant().epochMilliseconds
    const { systemClock } = await import('@gatehouse/terminal/lib/clock.ts')
    const terminal = await terminals.start({ clock: { ...systemClock, nowMs: () => nowMs } })
    const { visitor, pass, picture } = await visitorWithPass()
    const validToAt = inHours(house, 1)
    const end = Temporal.Instant.from(validToAt).epochMilliseconds
    await admin.ask(updateVisitor, { params: { id: visitor.id }, body: { validToAt } })
    await until(() => terminal.state.people.find(visitor.id)?.validToMs === end)
    await knows(terminal, pass.code)
    nowMs = end
    expect(await terminal.present(picture)).toMatchObject({
      opened: false,
      verdict: { abnormal: 'visitor-outside-validity' },
    })
    nowMs = end - 10_000
    expect(await terminal.present(picture)).toMatchObject({ opened: true })
  })

  it('a pass opens while the server is unavailable, within its uses, which the server counts afterwards once each', async () => {
    const cut = { isCut: false }
    const terminal = await terminals.start({
      behaviours: [
        {
          name: 'cut',
          wire: (next) => async (request) => {
            if (cut.isCut)
              throw new (await import('@gatehouse/terminal/link/link-error.ts')).LinkError('unreachable', 'cut')
            return next(request)
          },
        },
        ...defaultBehaviours,
      ],
    })
    const { visitor, pass, picture } = await visitorWithPass(1)
    await knows(terminal, pass.code)
    cut.isCut = true
    expect(await terminal.present(picture)).toMatchObject({ opened: true })
    expect((await admin.ask(listPasses, { params: { id: visitor.id } }))[0]?.usedCount).toBe(0)
    const other = await visitorWithPass()
    expect(await terminal.present(other.picture)).toMatchObject({ opened: false })
    expect(await terminal.present(picture)).toMatchObject({
      opened: false,
      verdict: { reasons: [{ code: 'pass-used-up' }] },
    })
    cut.isCut = false
    await terminal.idle()
    await until(async () => (await admin.ask(listPasses, { params: { id: visitor.id } }))[0]?.state === 'used-up')
    expect((await admin.ask(listPasses, { params: { id: visitor.id } }))[0]?.usedCount).toBe(1)
  })

  it('a pass with one use left that two doors ask about at once opens one of them; the same question twice counts once', async () => {
    const device = await pairTestDevice(house, admin)
    const { pass } = await visitorWithPass(1)
    const codeHash = hashLinkToken(pass.code ?? '').toString('hex')
    const useIds = [randomUUID(), randomUUID()]
    const answers = await Promise.all(useIds.map((useId) => device.ask(usePass, { body: { codeHash, useId } })))
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['usable', 'used-up'])
    const winner = useIds[answers.findIndex(({ outcome }) => outcome === 'usable')] ?? null
    expect(await device.ask(usePass, { body: { codeHash, useId: winner } })).toMatchObject({ outcome: 'usable' })
    expect((await deviceCaller(house).call(usePass, { body: { codeHash, useId: null } })).status).toBe(401)
  })

  it('a pass is shown only to users who may write visitors, and is stored sealed', async () => {
    const { visitor, pass } = await visitorWithPass()
    expect(pass.code).toMatch(/^GHP1\.[\w-]{22}$/)
    const reader = await house.asRole('subAdmin')
    expect((await reader.ask(listPasses, { params: { id: visitor.id } }))[0]?.code).toBeNull()
    const row = await house.db
      .selectFrom('visitor_pass')
      .selectAll()
      .where('id', '=', pass.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(pass.code)
    expect(row.code_sealed.includes(pass.code ?? '')).toBe(false)
  })

  it('a pass is sent by e-mail with its code as a picture', async () => {
    const { visitor, pass } = await visitorWithPass()
    const params = { id: visitor.id, passId: pass.id }
    const refusal = await admin.call(mailPass, { params, body: { language: 'zh' } })
    expect(refusal.message).toBe('pass.no-email')
    await admin.ask(updateVisitor, { params: { id: visitor.id }, body: { email: 'wang@example.com' } })
    await admin.ask(mailPass, { params, body: { language: 'zh' } })
    const [mail] = await until(() => smtp.mails.length > 0 && smtp.mails)
    expect(mail?.to).toEqual(['wang@example.com'])
    expect(mail && mailText(mail)).toContain('王芳，您好')
    expect(mail?.source.replaceAll('\r\n', '')).toContain(qrPicture(pass.code ?? '').toString('base64'))
  })
})

it('a code that is no pass is left alone: the face in the picture counts', async () => {
  const terminal = await terminals.start()
  const [group] = await admin.ask(listGroups, { query: { kind: 'visitor' } })
  expect(group).toBeDefined()
  expect(await terminal.present(qrPicture('https://example.com'))).toMatchObject({
    opened: false,
    verdict: { abnormal: 'stranger' },
  })
})
