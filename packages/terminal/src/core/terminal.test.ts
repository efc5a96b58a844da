import { randomUUID } from 'node:crypto'
import type { DevicePerson } from '@gatehouse/contract/device/link.ts'
import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { drawnFace, drawnModelId, drawnRecogniser, wireEmbedding } from '../../test/drawn-face.ts'
import {
  Refusal,
  buildConfiguration,
  ldid,
  onePage,
  staffGroupId,
  startScriptedServer,
  type ScriptedServer,
} from '../../test/scripted-server.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { until } from '../../test/until.ts'
import { defaultBehaviours } from '../behaviours/default-behaviours.ts'
import { clockSkewed } from '../faults/clock-skewed.ts'
import { cutsBatchInTheMiddle } from '../faults/cuts-batch.ts'
import { dies } from '../faults/dies.ts'
import { dropsEvery } from '../faults/drops-every.ts'
import { sendsTwice } from '../faults/sends-twice.ts'
import { LinkError } from '../link/link-error.ts'
import { createMemoryState } from '../state/memory-state.ts'
import { createTerminal, type Terminal } from './terminal.ts'
import type { TerminalOptions } from './terminal-options.ts'

let server: ScriptedServer
let terminals: Terminal[]

beforeEach(async () => {
  server = await startScriptedServer()
  terminals = []
})
afterEach(async () => {
  await Promise.all(terminals.map((terminal) => terminal.stop()))
  await server.stop()
})

function build(options: Partial<TerminalOptions> = {}): Terminal {
  const terminal = createTerminal({
    serverUrl: server.url,
    pairingCode: 'ABC234',
    state: createMemoryState(),
    recogniser: drawnRecogniser,
    ...options,
  })
  terminals.push(terminal)
  return terminal
}

async function started(options: Partial<TerminalOptions> = {}): Promise<Terminal> {
  const terminal = build(options)
  await terminal.start()
  await terminal.idle()
  return terminal
}

function buildPerson(name: string, person: Partial<DevicePerson> = {}): DevicePerson {
  return {
    id: randomUUID(),
    kind: 'staff',
    name,
    groupIds: [staffGroupId],
    validFromAt: null,
    validToAt: null,
    prompt: null,
    displayPortraitId: null,
    portraitId: null,
    embeddings: [wireEmbedding(name)],
    modelId: drawnModelId,
    passes: [],
    cardHash: null,
    pin: null,
    cardKey: null,
    pinKey: null,
    ...person,
  }
}

const sequences = (): number[] => [...server.records.values()].map(({ sequence }) => sequence).toSorted((a, b) => a - b)

describe('a terminal that is paired', () => {
  it('opens for a person it was told of, and the record arrives', async () => {
    const liWei = buildPerson('Li Wei')
    server.people = onePage(liWei)
    const terminal = await started()
    expect(terminal.ldid).toBe(ldid)

    const sighting = await terminal.present(drawnFace('Li Wei~0.8'))
    expect(sighting).toMatchObject({ opened: true, sequence: 1, person: { name: 'Li Wei' } })
    expect(terminal.isDoorOpen).toBe(true)
    await terminal.idle()
    const [record] = server.records.values()
    expect(record).toMatchObject({
      kind: 'staff',
      personId: liWei.id,
      opened: true,
      abnormal: 'none',
      entryMode: 'face',
    })
    expect(record?.cosine).toBeCloseTo(0.8, 1)
    expect(record?.reasons.map(({ code }) => code)).toEqual(['group-bound', 'period-holds', 'group-without-policy'])
  })

  it('[PASS-03] keeps the door closed for a stranger, and records them without a name', async () => {
    server.people = onePage(buildPerson('Li Wei'))
    const terminal = await started()
    const sighting = await terminal.present(drawnFace('Somebody Else'))
    expect(sighting).toMatchObject({ opened: false, person: null })
    expect(terminal.isDoorOpen).toBe(false)
    await terminal.idle()
    expect([...server.records.values()]).toMatchObject([
      { kind: 'stranger', personId: null, cosine: null, opened: false },
    ])
  })

  it('records somebody who stays before the camera once, and lets them in again', async () => {
    server.people = onePage(buildPerson('Li Wei'))
    const terminal = await started()
    const first = await terminal.present(drawnFace('Li Wei'))
    const again = await terminal.present(drawnFace('Li Wei~0.9'))
    const stranger = await terminal.present(drawnFace('Stranger'))
    const strangerAgain = await terminal.present(drawnFace('Stranger'))
    expect([first, again, stranger, strangerAgain].map((sighting) => sighting?.sequence)).toEqual([1, null, 2, null])
    expect(again?.opened).toBe(true)
    await terminal.idle()
    expect(server.records.size).toBe(2)
  })

  it('takes a face that is not live for a spoof where the settings ask', async () => {
    server.people = onePage(buildPerson('Li Wei'))
    server.configuration = buildConfiguration({ livenessCheck: true })
    const terminal = await started()
    const sighting = await terminal.present(drawnFace('photo of Li Wei'))
    expect(sighting).toMatchObject({ opened: false, verdict: { recordedAs: 'spoof' }, liveness: 0 })
  })

  it('says nothing where there is no face, a face too small, or no picture', async () => {
    server.configuration = buildConfiguration({ minFaceWidth: 121 })
    const terminal = await started()
    const reasons: string[] = []
    terminal.on('undecided', (reason) => reasons.push(reason))
    expect(await terminal.present(drawnFace('nobody'))).toBeNull()
    expect(await terminal.present(drawnFace('Small'))).toBeNull()
    expect(await terminal.present(drawnFace('unreadable'))).toBeNull()
    expect(reasons).toEqual(['the picture cannot be used: not a picture'])
    expect(terminal.state.records.nextSequence).toBe(1)
  })
})

describe('pairing', () => {
  it('is refused with the server’s reason where the code is wrong', async () => {
    const refused = build({ pairingCode: 'WRONG1' }).start()
    await expect(refused).rejects.toMatchObject({ kind: 'refused', code: 'device.code-wrong' })
  })

  it('says so where no server answers', async () => {
    await server.stop()
    await expect(build().start()).rejects.toThrow(LinkError)
  })

  it('is not done again while the server knows the terminal, and is where it does not', async () => {
    const state = createMemoryState()
    await (await started({ state })).stop()
    await (await started({ state })).stop()
    expect(server.calls.filter((path) => path === '/v1/pair')).toHaveLength(1)

    state.identity = state.identity && { ...state.identity, secret: 'ended' }
    await started({ state })
    expect(server.calls.filter((path) => path === '/v1/pair')).toHaveLength(2)
    expect(state.identity?.secret).toBe('secret')
  })
})

describe('[PASS-03] without the server', () => {
  it('a terminal decides at once after a restart, and delivers everything when the server is back', async () => {
    server.people = onePage(buildPerson('Li Wei'))
    const state = createMemoryState()
    await (await started({ state })).stop()
    await server.stop()

    const terminal = build({ state })
    await terminal.start()
    expect(await terminal.present(drawnFace('Li Wei'))).toMatchObject({ opened: true, sequence: 1 })
    expect(await terminal.present(drawnFace('Stranger'))).toMatchObject({ opened: false, sequence: 2 })
    expect(state.records.waiting).toBe(2)

    server = await startScriptedServer(server.port)
    await terminal.idle()
    expect(sequences()).toEqual([1, 2])
  })

  it('tells that it is offline once, not for each thing that it tries', async () => {
    const lines: string[] = []
    const terminal = await started({ log: (line) => lines.push(line) })
    const offline: string[] = []
    terminal.on('offline', (reason) => offline.push(reason))
    await server.stop()
    await terminal.present(drawnFace('A'))
    await terminal.present(drawnFace('B'))
    await until(() => offline.length > 0, 'offline')
    server = await startScriptedServer(server.port)
    await terminal.idle()
    expect(offline).toHaveLength(1)
    expect(lines).toEqual([])
  })
})

describe('every record arrives exactly once', () => {
  const faces = Array.from({ length: 12 }, (_, i) => `Visitor ${i}`)
  const cases = [
    ['where every third request is lost', dropsEvery(3, 'request')],
    ['where every third answer is lost', dropsEvery(3, 'answer')],
    ['where everything is sent twice', sendsTwice()],
    ['where batches are cut in the middle', cutsBatchInTheMiddle(2)],
  ] as const
  it.each(cases)('%s', async (_title, fault) => {
    const terminal = await started({ behaviours: [fault, ...defaultBehaviours], batchSize: 5 })
    for (const face of faces) await terminal.present(drawnFace(face))
    await terminal.idle()
    expect(sequences()).toEqual(faces.map((_, i) => i + 1))
    expect(new Set([...server.records.values()].map(({ id }) => id)).size).toBe(faces.length)
    expect(server.batchSizes.every((size) => size <= 5)).toBe(true)
  })

  it('where the terminal dies while it sends', async () => {
    const state = createMemoryState()
    const paired = await started({ state })
    await paired.stop()
    await server.stop()
    const offline = build({ state })
    await offline.start()
    for (const face of faces) await offline.present(drawnFace(face))
    await offline.stop()

    server = await startScriptedServer(server.port)
    const dying = build({ state, batchSize: 5, behaviours: [dies({ afterSends: 3 }), ...defaultBehaviours] })
    const before = server.recordsSeen
    await dying.start()
    await expect(dying.idle()).rejects.toThrow('stopped')
    expect(state.records.waiting).toBeGreaterThan(0)
    await started({ state })
    expect(sequences()).toEqual(faces.map((_, i) => i + 1))
    expect(server.recordsSeen).toBeGreaterThanOrEqual(before + faces.length)
  })

  it('and where it is to spare its processor, what has waited goes on waiting while somebody is there', async () => {
    const state = createMemoryState()
    const paired = await started({ state })
    await paired.stop()
    await server.stop()
    const offline = build({ state })
    await offline.start()
    for (const face of faces) await offline.present(drawnFace(face))
    await offline.stop()

    server = await startScriptedServer(server.port)
    const clock = createManualClock()
    const sparing = build({ state, clock, batchSize: 5, isSparing: true })
    const sentAtMs: number[] = []
    server.before = (path) => {
      if (path !== '/v1/records') return
      if (sentAtMs.length === 0) sparing.touch()
      sentAtMs.push(clock.nowMs())
    }
    await sparing.start()
    await until(() => {
      clock.advance(100)
      return state.records.waiting === 0
    }, 'all are delivered')
    const [first = 0, second = 0] = sentAtMs
    expect(second - first).toBeGreaterThanOrEqual(1_500)
    expect(sequences()).toEqual(faces.map((_, i) => i + 1))
  })

  it('where the server finds fault with one of them: that one stays behind', async () => {
    const terminal = await started()
    server.before = (path, body) => {
      if (path === '/v1/records' && JSON.stringify(body).includes('"sequence":3,')) throw new Refusal('request.invalid')
    }
    for (const face of faces) await terminal.present(drawnFace(face))
    await terminal.idle()
    expect(sequences()).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(terminal.state.records.setAsideCount).toBe(1)

    server.before = () => {}
    await terminal.stop()
    await terminal.start()
    await terminal.idle()
    expect(sequences()).toHaveLength(12)
  })

  it('with its own time where the clock is wrong', async () => {
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const terminal = await started({ log, behaviours: [clockSkewed(-2 * 24 * 60), ...defaultBehaviours] })
    await terminal.present(drawnFace('A'))
    await terminal.idle()
    const [record] = server.records.values()
    const ageHours = Temporal.Instant.from(record?.recognisedAt ?? '')
      .until(Temporal.Now.instant())
      .total('hours')
    expect(ageHours).toBeCloseTo(48, 1)
    expect(lines).toEqual(["this clock is 2880 minutes behind the server's: set it"])
  })
})

describe('[DEV-07] people', () => {
  const named = (count: number) => Array.from({ length: count }, (_, i) => buildPerson(`Person ${i}`))

  it('come page by page, and a pull that was cut goes on where it was', async () => {
    const people = named(5)
    const asked: (string | undefined)[] = []
    server.people = (cursor) => {
      asked.push(cursor)
      const at = cursor === undefined ? 0 : Number(cursor.split('.').at(-1))
      return {
        isFull: true,
        upserts: people.slice(at, at + 2),
        removals: [],
        cursor: `1..${at + 2}`,
        hasMore: at + 2 < 5,
      }
    }
    server.before = (path) => {
      if (path === '/v1/people' && asked.length === 1) {
        asked.push('refused')
        throw new Refusal('server.busy')
      }
    }
    const terminal = await started()
    expect(asked.slice(0, 4)).toEqual([undefined, 'refused', '1..2', '1..4'])
    expect(terminal.state.people.count).toBe(5)
    expect(server.peopleReports.at(-1)).toEqual({ cursor: '1..6', failures: [], isContinued: false, hasMore: false })
  })

  it('who are removed are strangers at once; who are changed keep their face', async () => {
    const [a, b] = [buildPerson('A'), buildPerson('B')]
    let delta = false
    server.people = (cursor) => {
      if (cursor === undefined) return { isFull: true, upserts: [a, b], removals: [], cursor: '1..0', hasMore: false }
      if (!delta || cursor === '2..0') return { isFull: false, upserts: [], removals: [], cursor, hasMore: false }
      return { isFull: false, upserts: [{ ...b, name: 'Bea' }], removals: [a.id], cursor: '2..0', hasMore: false }
    }
    const terminal = await started({ pollSeconds: 0.05 })
    expect(await terminal.present(drawnFace('A'))).toMatchObject({ opened: true })
    delta = true
    await until(() => terminal.state.people.cursor === '2..0', 'the change')
    expect(await terminal.present(drawnFace('A'))).toMatchObject({ opened: false, person: null })
    expect(await terminal.present(drawnFace('B'))).toMatchObject({ opened: true, person: { name: 'Bea' } })
  })

  it('who cannot be recognised are reported with the reason', async () => {
    const [noPortrait, otherModel, broken, unreadable, faceless] = [1, 2, 3, 4, 5].map((i) => buildPerson(`P${i}`))
    const portraits = { unreadable: randomUUID(), faceless: randomUUID(), good: randomUUID() }
    server.portraits.set(portraits.unreadable, drawnFace('unreadable'))
    server.portraits.set(portraits.faceless, drawnFace('nobody'))
    server.portraits.set(portraits.good, drawnFace('Embedded Here'))
    const embeddedHere = buildPerson('Embedded Here', { embeddings: [], modelId: 'other', portraitId: portraits.good })
    server.people = onePage(
      { ...noPortrait!, embeddings: [], modelId: null },
      { ...otherModel!, modelId: 'other' },
      { ...broken!, embeddings: ['AAAA'], portraitId: randomUUID() },
      { ...unreadable!, modelId: 'other', portraitId: portraits.unreadable },
      { ...faceless!, modelId: 'other', portraitId: portraits.faceless },
      embeddedHere,
    )
    const terminal = await started()
    const reasons = new Map(server.peopleReports.at(-1)?.failures.map(({ personId, reason }) => [personId, reason]))
    expect([noPortrait, otherModel, broken, unreadable, faceless].map((person) => reasons.get(person!.id))).toEqual([
      'portrait-missing',
      'model-mismatch',
      'portrait-missing',
      'portrait-unreadable',
      'no-face',
    ])
    expect(reasons.size).toBe(5)
    expect(await terminal.present(drawnFace('Embedded Here'))).toMatchObject({ opened: true })
  })

  it('beyond the capacity are refused, and come once there is room', async () => {
    const people = named(3)
    let isRemoved = false
    server.people = (cursor) => {
      const there = isRemoved ? people.slice(1) : people
      const next = isRemoved ? '2..0' : '1..0'
      if (cursor === undefined) return { isFull: true, upserts: there, removals: [], cursor: next, hasMore: false }
      return {
        isFull: false,
        upserts: [],
        removals: cursor === next ? [] : [people[0]!.id],
        cursor: next,
        hasMore: false,
      }
    }
    const terminal = await started({ versions: { personCapacity: 2 }, pollSeconds: 0.05 })
    expect(server.peopleReports.at(-1)?.failures).toEqual([{ personId: people[2]!.id, reason: 'capacity' }])
    isRemoved = true
    await until(() => server.peopleReports.at(-1)?.failures.length === 0, 'room')
    expect(await terminal.present(drawnFace('Person 2'))).toMatchObject({ opened: true })
  })
})

describe('commands', () => {
  const command = (kind: 'open-once' | 'restart' | 'sync-now' | 'unbind', minutes = 1) => ({
    id: randomUUID(),
    kind,
    expiresAt: Temporal.Now.instant().add({ minutes }).toString(),
  })

  it('open the door once, also where the acknowledgement is lost', async () => {
    let opened = 0
    const relay = { open: async () => void opened++, hold: async () => {}, close: async () => {} }
    server.commands = [command('open-once')]
    let lost = 0
    server.before = (path) => {
      if (path.endsWith('/result') && lost++ < 2) throw new Refusal('server.busy')
    }
    await started({ relay })
    expect(opened).toBe(1)
    expect(lost).toBe(3)
    expect(server.results).toMatchObject([{ state: 'done', result: null }])
  })

  it('that came too late are not carried out, by the server’s clock', async () => {
    let opened = 0
    const relay = { open: async () => void opened++, hold: async () => {}, close: async () => {} }
    server.commands = [command('open-once', 3)]
    await started({ relay, behaviours: [clockSkewed(-30), ...defaultBehaviours] })
    expect(opened).toBe(1)
    // By its own clock, half an hour behind, this one would still be good.
    server.commands = [command('open-once', -5)]
    await started({ relay, behaviours: [clockSkewed(-30), ...defaultBehaviours] })
    expect(opened).toBe(1)
    expect(server.results.at(-1)).toMatchObject({ state: 'failed', result: 'it came too late' })
  })

  it('restart it, and it goes on as before', async () => {
    server.people = onePage(buildPerson('Li Wei'))
    server.commands = [command('restart')]
    const terminal = build()
    const restarted = terminal.next('restarted')
    await terminal.start()
    await restarted
    await terminal.idle()
    expect(server.results).toMatchObject([{ state: 'done' }])
    expect(await terminal.present(drawnFace('Li Wei'))).toMatchObject({ opened: true })
  })

  it('unbind it: what it has recorded is delivered, everything else forgotten', async () => {
    server.people = onePage(buildPerson('Li Wei'))
    const state = createMemoryState()
    const terminal = await started({ state, pollSeconds: 0.05 })
    server.before = (path) => {
      if (path === '/v1/records' && server.commands.length === 0) throw new Refusal('server.busy')
    }
    await terminal.present(drawnFace('Li Wei'))
    const unbound = terminal.next('unbound')
    server.commands = [command('unbind')]
    await unbound
    expect(server.records.size).toBe(1)
    expect(state.identity).toBeNull()
    expect(state.configuration).toBeNull()
    expect([...state.people.all()]).toEqual([])
    await expect(terminal.start()).resolves.toBeUndefined() // with the code, as a new terminal
  })

  it('unbind it also where the server has let go and its answer is lost', async () => {
    const state = createMemoryState()
    const terminal = build({ state })
    const unbound = terminal.next('unbound')
    server.commands = [command('unbind')]
    server.before = (path) => {
      if (server.results.length > 0) throw new Refusal('device.credentials-wrong')
      if (path.endsWith('/result')) {
        server.results.push({ id: '', state: 'done', result: null })
        throw new Refusal('server.busy')
      }
    }
    await terminal.start()
    await unbound
    expect(state.identity).toBeNull()
  })

  it('a server that does not know it any more is told of, and it decides on', async () => {
    server.people = onePage(buildPerson('Li Wei'))
    const terminal = await started()
    server.before = () => {
      throw new Refusal('device.credentials-wrong')
    }
    const rejected = terminal.next('credentials-rejected')
    expect(await terminal.present(drawnFace('Li Wei'))).toMatchObject({ opened: true })
    expect(await rejected).toEqual([true])
    expect(await terminal.present(drawnFace('Li Wei'))).toMatchObject({ opened: true })
    expect(terminal.state.identity).not.toBeNull()
  })

  it('sync-now succeeds over a line that fails at first', async () => {
    const terminal = await started({ pollSeconds: 0.05 })
    let failures = 0
    server.before = (path) => {
      if (path === '/v1/people' && failures++ < 2) throw new Refusal('server.busy')
    }
    server.commands = [command('sync-now')]
    expect(await terminal.next('commanded')).toEqual(['sync-now', 'done'])
  })
})

describe('[DEV-07] what there is to pull', () => {
  it('is asked for with one question now and then, and nothing else is asked while there is nothing', async () => {
    const clock = createManualClock()
    // In the middle between the shortest and the longest pause: 37 s hold one question, and never two.
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    onTestFinished(() => chance.mockRestore())
    const terminal = await started({ clock, pollSeconds: 30 })
    const callsOfPoll = async () => {
      server.calls.length = 0
      clock.advance(37_000)
      await terminal.idle()
      return server.calls
    }
    expect(await callsOfPoll()).toEqual(['/v1/news'])
    server.configuration = buildConfiguration({ revision: 2, name: 'Gate' })
    expect(await callsOfPoll()).toEqual(['/v1/news', '/v1/configuration', '/v1/settings/state'])
    expect(await callsOfPoll()).toEqual(['/v1/news'])
  })

  it('is pulled to see, where the server is too old to be asked', async () => {
    server.people = onePage(buildPerson('Li Wei'))
    server.before = (path) => {
      if (path === '/v1/news') throw new Refusal('request.not-found')
    }
    const terminal = await started()
    expect(server.calls).toEqual(expect.arrayContaining(['/v1/configuration', '/v1/people', '/v1/commands']))
    expect(await terminal.present(drawnFace('Li Wei'))).toMatchObject({ opened: true })
  })
})

describe('settings', () => {
  const reported = () => server.settingsReports.at(-1)

  it('[DEV-03] are taken, and what is in force is told with the schema it was asked for', async () => {
    server.wantsSchema = true
    server.configuration = buildConfiguration({ revision: 7, doorOpenSeconds: 9 })
    await started()
    expect(server.calls).toContain('/v1/settings/schema')
    expect(reported()).toMatchObject({ revision: 7, values: { doorOpenSeconds: 9 }, refused: [], doorMode: 'normal' })
  })

  it('[DEV-03] what this terminal cannot follow stays as it was, and is told with the reason', async () => {
    server.configuration = buildConfiguration({ fillLight: 'on', doorOpenSeconds: 9 })
    const terminal = await started({ schema: ownSettingsSchema, unsupported: { fillLight: 'no light here' } })
    expect(terminal.state.configuration?.settings).toMatchObject({ fillLight: 'auto', doorOpenSeconds: 9 })
    expect(reported()).toMatchObject({
      values: { fillLight: 'auto' },
      refused: [{ key: 'fillLight', reason: 'no light here' }],
    })
  })

  const shows = async (
    settings: Parameters<typeof buildConfiguration>[0],
    name = 'Li Wei',
    people = onePage(buildPerson('Li Wei')),
  ) => {
    server.people = people
    server.configuration = buildConfiguration(settings)
    const terminal = await started()
    const prompts: string[] = []
    terminal.on('prompted', (text, isSpoken) => prompts.push(`${isSpoken ? 'says' : 'shows'} ${text}`))
    const sighting = await terminal.present(drawnFace(name))
    return { prompts, sighting }
  }

  it('[DEV-03] prompts are shown or spoken as set', async () => {
    expect((await shows({ successText: 'Welcome' })).prompts).toEqual(['says Welcome Li Wei'])
    expect((await shows({ showName: 'masked', voiceBroadcast: false })).prompts).toEqual(['shows L***'])
    expect((await shows({ showName: 'none' })).prompts).toEqual([])
    const wang = onePage(buildPerson('Wang', { prompt: 'Happy birthday' }))
    expect((await shows({ successText: 'Welcome' }, 'Wang', wang)).prompts).toEqual(['says Happy birthday'])
    expect((await shows({ failureText: 'Please see the reception' }, 'Stranger')).prompts).toEqual([
      'says Please see the reception',
    ])
  })

  it('[DEV-03] where a card is needed as well, a face alone opens nothing', async () => {
    expect((await shows({ verificationMode: 'face-and-card' })).sighting).toBeNull()
    expect((await shows({ verificationMode: 'face-or-card' })).sighting).toMatchObject({ opened: true })
  })

  it('[DEV-03] a face that is too far away for the recognition distance is not looked at', async () => {
    expect((await shows({ minFaceWidth: 0, recognitionDistance: 3 })).sighting).not.toBeNull()
    expect((await shows({ minFaceWidth: 2000, recognitionDistance: 3 })).sighting).toBeNull()
  })

  it('[DEV-03] it starts anew at the restart time of its own zone, where that is switched on', async () => {
    const clock = createManualClock(Temporal.Instant.from('2026-11-20T17:59:00Z').epochMilliseconds)
    server.configuration = buildConfiguration({ restartTime: '02:00', timeZone: 'Asia/Shanghai' })
    const terminal = await started({ clock })
    const restarted = terminal.next('restarted')
    clock.advance(60_000)
    await restarted
    expect(terminal.ldid).toBe(ldid)
  })

  it('[DEV-03] the screen goes dark after its time, and a face wakes it', async () => {
    const clock = createManualClock()
    server.people = onePage(buildPerson('Li Wei'))
    server.configuration = buildConfiguration({ standbySeconds: 30, autoRestart: false })
    const terminal = await started({ clock })
    const said: string[] = []
    terminal.on('asleep', () => said.push('asleep'))
    terminal.on('awake', () => said.push('awake'))
    clock.advance(29_000)
    expect(said).toEqual([])
    clock.advance(1_000)
    await terminal.present(drawnFace('Li Wei'))
    expect(said).toEqual(['asleep', 'awake'])
  })

  it('a door that is held closed opens for nobody, also after a restart; back to normal it opens again', async () => {
    const state = createMemoryState()
    server.people = onePage(buildPerson('Li Wei'))
    server.commands = [holding('hold-closed')]
    const first = await started({ state })
    expect(server.results.at(-1)).toMatchObject({ state: 'done' })
    expect(reported()).toMatchObject({ doorMode: 'held-closed' })
    expect(await first.present(drawnFace('Li Wei'))).toMatchObject({
      opened: false,
      verdict: { abnormal: 'device-out-of-service' },
    })
    await first.stop()
    const second = await started({ state })
    expect(await second.present(drawnFace('Li Wei'))).toMatchObject({ opened: false })
    await second.stop()
    server.commands = [holding('normal')]
    const third = await started({ state })
    expect(await third.present(drawnFace('Li Wei'))).toMatchObject({ opened: true })
  })

  it('a door that is held open stays open', async () => {
    server.commands = [holding('hold-open')]
    const terminal = await started()
    expect(terminal.isDoorOpen).toBe(true)
    expect(reported()).toMatchObject({ doorMode: 'held-open' })
  })

  const holding = (kind: 'hold-open' | 'hold-closed' | 'normal'): ScriptedServer['commands'][number] => ({
    id: randomUUID(),
    kind,
    alarmId: null,
    expiresAt: Temporal.Now.instant().add({ minutes: 5 }).toString(),
  })
})
