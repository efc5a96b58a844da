import { expect, it } from 'vitest'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { buildConfiguration, ldid, onePage } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()

it('A terminal opens for a person in its list, and the record arrives', async () => {
  const liWei = buildPerson('Li Wei')
  site.server.people = onePage(liWei)
  const terminal = await site.start()
  expect(terminal.ldid).toBe(ldid)

  const sighting = await terminal.present(namedFace('Li Wei~0.8'))
  expect(sighting).toMatchObject({ opened: true, sequence: 1, person: { name: 'Li Wei' } })
  expect(terminal.isDoorOpen).toBe(true)
  await terminal.idle()
  const [record] = site.server.records.values()
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

it('[PASS-03] A terminal keeps the door closed for a stranger, and records them without a name', async () => {
  site.server.people = onePage(buildPerson('Li Wei'))
  const terminal = await site.start()
  const sighting = await terminal.present(namedFace('Somebody Else'))
  expect(sighting).toMatchObject({ opened: false, person: null })
  expect(terminal.isDoorOpen).toBe(false)
  await terminal.idle()
  expect([...site.server.records.values()]).toMatchObject([
    { kind: 'stranger', personId: null, cosine: null, opened: false },
  ])
})

it('A terminal records a person who stays before the camera once, and opens again for them', async () => {
  site.server.people = onePage(buildPerson('Li Wei'))
  const terminal = await site.start()
  const first = await terminal.present(namedFace('Li Wei'))
  const again = await terminal.present(namedFace('Li Wei~0.9'))
  const stranger = await terminal.present(namedFace('Stranger'))
  const strangerAgain = await terminal.present(namedFace('Stranger'))
  expect([first, again, stranger, strangerAgain].map((sighting) => sighting?.sequence)).toEqual([1, null, 2, null])
  expect(again?.opened).toBe(true)
  await terminal.idle()
  expect(site.server.records.size).toBe(2)
})

it('A face that is not live is a spoof if the settings ask for liveness', async () => {
  site.server.people = onePage(buildPerson('Li Wei'))
  site.server.configuration = buildConfiguration({ livenessCheck: true })
  const terminal = await site.start()
  const sighting = await terminal.present(namedFace('photo of Li Wei'))
  expect(sighting).toMatchObject({ opened: false, verdict: { recordedAs: 'spoof' }, liveness: 0 })
})

it('A terminal decides nothing without a face, or with a face too small or an unreadable picture', async () => {
  site.server.configuration = buildConfiguration({ minFaceWidth: 121 })
  const terminal = await site.start()
  const reasons: string[] = []
  terminal.on('undecided', (reason) => reasons.push(reason))
  expect(await terminal.present(namedFace('nobody'))).toBeNull()
  expect(await terminal.present(namedFace('Small'))).toBeNull()
  expect(await terminal.present(namedFace('unreadable'))).toBeNull()
  expect(reasons).toEqual(['the picture cannot be used: not a picture'])
  expect(terminal.state.records.nextSequence).toBe(1)
})
