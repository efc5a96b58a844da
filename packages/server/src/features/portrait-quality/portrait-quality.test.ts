import { updateCompany } from '@gatehouse/contract/features/company.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { listPoorPortraits } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { createStaff, deleteStaff, getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { FaceError } from '@gatehouse/face/core/face-error.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { damagePictures, picturesOf } from '../../../test/damage-pictures.ts'
import { inHours } from '../../../test/visits.ts'
import { judgePortraits } from '../../people/portraits/judge-portraits.ts'
import { judgeOf } from '../../people/portraits/portrait-judge.ts'
import { selectDuePortraits } from '../../people/portraits/portrait-verdict-store.ts'
import { selectPoor } from './portrait-quality-reads.ts'

let house: TestGatehouse
let admin: Caller
let dark: Buffer
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  dark = await sharp(photograph(faces.cage)).linear(0.25, 0).jpeg().toBuffer()
})
afterAll(() => house.close())

const setLevel = (qualityLevel: 'low' | 'high') => admin.ask(updateCompany, { body: { qualityLevel } })
const judge = () => judgePortraits(house.gatehouse.services)
const upload = async (file: Uint8Array) =>
  (await admin.ask(uploadPortrait, { body: { file: Uint8Array.from(file) } })).id
const enter = async (name: string, portraitId: string, groupIds?: string[]) =>
  admin.ask(createStaff, { body: { name, portraitId, force: true, ...(groupIds && { groupIds }) } })
/** People with portraits that are no pictures, the newest last. */
async function enterNamed(...names: string[]) {
  const people: { id: string }[] = []
  for (const name of names) people.push(await enter(name, await insertNamedPortrait(house, name)))
  return people
}
const poor = (query: Record<string, unknown> = {}, caller = admin) =>
  caller.ask(listPoorPortraits, { query: { size: 200, ...query } })
const namesOf = ({ items }: { items: readonly { person: { name: string } }[] }) =>
  items.map(({ person }) => person.name)

describe('the quality of all portraits', () => {
  it('[MAN-08] portraits that passed lower demands are judged by the higher ones, listed with the reason, and stay in use', async () => {
    await setLevel('low')
    const good = await enter('Good', await upload(photograph(faces.franck)))
    const laughing = await enter('Laughing', await upload(photograph('franck_04117.jpg')))
    const inTheDark = await enter('In the dark', await upload(dark))
    expect(await poor()).toMatchObject({ items: [], waiting: 0, total: { count: 0, isMore: false } })
    await setLevel('high')
    expect((await poor()).waiting).toBe(3)
    expect(await judge()).toBe(3)
    const page = await poor()
    expect(page).toMatchObject({ waiting: 0, next: null, total: { count: 2, isMore: false } })
    expect(page.items).toMatchObject([
      {
        id: inTheDark.portraitId,
        isMain: true,
        person: { id: inTheDark.id, kind: 'staff', name: 'In the dark' },
        faults: ['brightness'],
        checks: [{ check: 'brightness', signal: 'dark', passed: false }],
        judgedBy: judgeOf('high'),
        asked: null,
      },
      { person: { id: laughing.id }, faults: ['mouth'] },
    ])
    for (const { id, portraitId } of [good, laughing, inTheDark])
      expect((await admin.ask(getStaff, { params: { id } })).portraitId).toBe(portraitId)
    const [onPage] = await admin.ask(listPersonPortraits, { params: { id: laughing.id } })
    expect(onPage?.checks.find(({ passed }) => !passed)?.check).toBe('mouth')
    expect(await judge()).toBe(0)
  })

  it.each([420, 540])(
    '[MAN-08] a face that was large enough in its photograph stays so when it is judged again in the smaller picture that is kept (%i px)',
    async (wide) => {
      const man = await sharp(photograph(faces.franck)).resize({ width: wide }).toBuffer()
      const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#778' } })
        .composite([{ input: man, left: 1800, top: 1200 }])
        .jpeg({ quality: 95 })
        .toBuffer()
      const sizeOf = (checks: readonly { check: string; value: number; passed: boolean }[]) =>
        checks.find(({ check }) => check === 'size')
      const verdict = await admin.ask(uploadPortrait, { body: { file: photo } })
      const small = await enter(`Small ${wide}`, verdict.id)
      expect(sizeOf(verdict.checks)?.value).toBeGreaterThan(100)
      for (const level of ['low', 'high'] as const) {
        await setLevel(level)
        await judge()
        const { items, waiting } = await poor()
        expect([items.filter(({ person }) => person.id === small.id), waiting], level).toEqual([[], 0])
        const [shown] = await admin.ask(listPersonPortraits, { params: { id: small.id } })
        expect(sizeOf(shown?.checks ?? []), level).toEqual(sizeOf(verdict.checks))
      }
      await admin.ask(deleteStaff, { body: { ids: [small.id] } })
    },
  )

  it('a portrait is off the list once it passes, is replaced, or goes with its person', async () => {
    const before = (await poor()).items
    const [laughing] = before.filter(({ person }) => person.name === 'Laughing')
    const portraitId = await upload(photograph(faces.franckAgain))
    await admin.ask(updateStaff, { params: { id: laughing!.person.id }, body: { portraitId, force: true } })
    expect(namesOf(await poor())).toEqual(['In the dark'])
    await setLevel('low')
    expect(await judge()).toBeGreaterThan(0)
    expect((await poor()).items).toEqual([])
    await setLevel('high')
    await judge()
    expect(namesOf(await poor())).toEqual(['In the dark'])
    await admin.ask(deleteStaff, {
      body: { ids: [before.find(({ faults }) => faults[0] === 'brightness')!.person.id] },
    })
    expect((await poor()).items).toEqual([])
    expect(await house.db.selectFrom('portrait_fault').selectAll().execute()).toEqual([])
  })

  it('a run that is ended goes on with what is left', async () => {
    const people = await enterNamed('One', 'Two', 'Three')
    expect((await poor()).waiting).toBe(3)
    const ending = new AbortController()
    const { face } = house.gatehouse.services
    let asked = 0
    const services = {
      ...house.gatehouse.services,
      face: {
        ...face,
        checkPortrait: (...picture: Parameters<typeof face.checkPortrait>) => {
          if (++asked === 2) ending.abort()
          return face.checkPortrait(...picture)
        },
      },
    }
    await expect(judgePortraits(services, ending.signal)).rejects.toThrow('aborted')
    expect((await poor()).waiting).toBe(1)
    expect(await judge()).toBe(1)
    expect(namesOf(await poor({ fault: 'unreadable' }))).toEqual(['Three', 'Two', 'One'])
    await admin.ask(deleteStaff, { body: { ids: people.map(({ id }) => id) } })
  })

  it('neighbouring portraits whose kept pictures do not open hold up no other, are listed as unreadable, and are tried again some hours later', async () => {
    const people = await enterNamed('Damaged 1', 'Damaged 2', 'Damaged 3', 'Whole')
    const pictures = await picturesOf(house.db, people)
    const mend = await damagePictures(house.dataFolder, pictures.slice(0, 3))
    expect(await judge()).toBe(4)
    expect((await poor()).waiting).toBe(0)
    expect(namesOf(await poor({ fault: 'unreadable' }))).toEqual(['Whole', 'Damaged 3', 'Damaged 2', 'Damaged 1'])
    await mend()
    expect(await judge()).toBe(0)
    const later = { now: () => house.clock.now().add({ hours: 7 }) }
    expect(await judgePortraits({ ...house.gatehouse.services, clock: later })).toBe(4)
    expect(await judge()).toBe(0)
    await admin.ask(deleteStaff, { body: { ids: people.map(({ id }) => id) } })
  })

  it('a portrait that cannot be judged for the moment holds up no other, and is tried again', async () => {
    const people = await enterNamed('Anna', 'Berta')
    const { blobs } = house.gatehouse.services
    let isDown = true
    const services = {
      ...house.gatehouse.services,
      blobs: {
        ...blobs,
        get: (hash: Buffer) => {
          if (!isDown) return blobs.get(hash)
          isDown = false
          return Promise.reject(new Error('the store does not answer'))
        },
      },
    }
    expect(await judgePortraits(services)).toBe(1)
    expect((await poor()).waiting).toBe(1)
    expect(await judge()).toBe(1)
    await admin.ask(deleteStaff, { body: { ids: people.map(({ id }) => id) } })
  })
})

describe('portraits that end the worker that looks at them', () => {
  /** The engine with workers that end over each picture that `ends` says. */
  const withWorkers = (ends: (picture: Uint8Array) => boolean) => {
    const { services } = house.gatehouse
    const { face } = services
    return {
      ...services,
      face: {
        ...face,
        checkPortrait: (...picture: Parameters<typeof face.checkPortrait>) =>
          ends(picture[0])
            ? Promise.reject(new FaceError('face.worker-failed', 'the face worker ended'))
            : face.checkPortrait(...picture),
      },
    }
  }

  it('pictures that end every worker are listed as unreadable after some tries, and hold up no other', async () => {
    const people = await enterNamed('Ends 1', 'Ends 2', 'Ends 3', 'Ends 4', 'Stays')
    const services = withWorkers((picture) => Buffer.from(picture).includes('Ends'))
    expect(await judgePortraits(services)).toBe(5)
    expect(await poor({ fault: 'unreadable' })).toMatchObject({ waiting: 0 })
    expect(namesOf(await poor({ fault: 'unreadable' }))).toEqual(['Stays', 'Ends 4', 'Ends 3', 'Ends 2', 'Ends 1'])
    await admin.ask(deleteStaff, { body: { ids: people.map(({ id }) => id) } })
  })

  it('a portrait is tried again when the worker ended by chance, and none is judged while no worker starts', async () => {
    const people = await enterNamed('By chance', 'Neighbour', 'Last')
    await expect(judgePortraits(withWorkers(() => true))).rejects.toMatchObject({ code: 'face.worker-failed' })
    expect((await poor()).waiting).toBe(3)
    let ended = 0
    const once = withWorkers(() => ++ended === 1)
    expect(await judgePortraits(once)).toBe(3)
    expect(ended).toBe(4)
    await admin.ask(deleteStaff, { body: { ids: people.map(({ id }) => id) } })
  })
})

describe('the list of poor portraits', () => {
  it('the list is filtered by reason and group and read page by page; visitor admins see no staff in it', async () => {
    await setLevel('low')
    const group = await admin.ask(groupRoutesOf.staff.create, { body: { name: 'Night shift' } })
    await enter('Dark', await upload(dark), [group.id])
    await enter('Open mouth', await upload(photograph('franck_04117.jpg')))
    await admin.ask(createVisitor, {
      body: {
        name: 'Guest',
        portraitId: await upload(await sharp(photograph(faces.audrey)).linear(0.2, 0).jpeg().toBuffer()),
        validFromAt: inHours(house, -1),
        validToAt: inHours(house, 8),
        force: true,
      },
    })
    await setLevel('high')
    await judge()
    expect(namesOf(await poor({ fault: 'brightness' }))).toEqual(['Guest', 'Dark'])
    expect(namesOf(await poor({ fault: 'blur' }))).toEqual([])
    expect(namesOf(await poor({ groupId: group.id }))).toEqual(['Dark'])
    const first = await poor({ size: 2 })
    expect(namesOf(first)).toEqual(['Guest', 'Open mouth'])
    expect(namesOf(await poor({ size: 2, after: first.next ?? '' }))).toEqual(['Dark'])
    const guard = await poor({}, await house.asRole('visitorAdmin'))
    expect([namesOf(guard), guard.total]).toEqual([['Guest'], { count: 1, isMore: false }])
  })

  it('pages are read along an index, with a reason and without, and so are portraits that are due', async () => {
    const plans = await house.db.transaction().execute(async (db) => {
      // the few rows of a test would be read whole
      await sql`set local enable_seqscan = off`.execute(db)
      await sql`set local enable_sort = off`.execute(db)
      const place = {
        after: { at: house.clock.now().toString(), id: crypto.randomUUID() },
        limit: 21,
        now: house.clock.now().toString(),
      }
      const kinds = ['staff', 'visitor', 'blacklisted'] as const
      return {
        all: JSON.stringify(await selectPoor(db, { kinds }, place).explain()),
        ofReason: JSON.stringify(await selectPoor(db, { kinds, fault: 'blur' }, place).explain()),
      }
    })
    expect(plans.all).toContain('portrait_fault__first')
    expect(plans.ofReason).toContain('portrait_fault__reason')
    for (const plan of Object.values(plans)) expect(plan).not.toMatch(/Seq Scan|"Sort/)
    expect(await selectDuePortraits(house.db, judgeOf('high'), undefined, 10)).toEqual([])
  })
})
