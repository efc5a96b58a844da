import { noDoorRules } from '@gatehouse/engine/door/door-question.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { expect, it } from 'vitest'
import { printingFloorRelay, printingRelay } from '../door/relay.ts'
import { buildConfiguration, onePage, staffGroupId } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()
const laboratoryGroupId = '0198c000-0000-7000-8000-000000000007'
const [hall, laboratory, roof] = ['a1', 'a2', 'a3'].map((end) => `0198c000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
]
const hallFloor = { areaId: hall, name: 'Hall', output: 1, groupIds: [], timetableId: null }
const laboratoryFloor = {
  ...hallFloor,
  areaId: laboratory,
  name: 'Laboratory',
  output: 2,
  groupIds: [laboratoryGroupId],
}
/** A floor of a timetable that the terminal does not have: it is open to nobody. */
const roofFloor = { ...hallFloor, areaId: roof, output: 7, timetableId: '0198c000-0000-7000-8000-0000000000b1' }

/** A terminal at an elevator with these floors; `lines` are what its relays did. */
async function startElevator(floors = [hallFloor, laboratoryFloor, roofFloor]) {
  site.server.people = onePage(
    buildPerson('Li Wei'),
    buildPerson('a chemist', { groupIds: [staffGroupId, laboratoryGroupId] }),
  )
  site.server.configuration = buildConfiguration({ doorOpenSeconds: 6 })
  site.server.configuration.access.door = { ...noDoorRules, floors }
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const clock = createManualClock()
  const options = { clock, relay: printingRelay(print), floorRelay: printingFloorRelay(print) }
  const terminal = await site.start({ ...options, pollSeconds: 600 })
  return { terminal, clock, lines }
}

it('Each person is released the floors that they may reach, for their own time, and the record names them', async () => {
  const { terminal, clock, lines } = await startElevator()
  await terminal.present(namedFace('Li Wei'))
  expect(lines).toEqual(['door opened for Li Wei', 'floor output 1 released for Li Wei'])
  clock.advance(4_000)
  await terminal.present(namedFace('a chemist'))
  expect(lines.slice(2)).toEqual([
    'door opened for a chemist',
    'floor output 1 released for a chemist',
    'floor output 2 released for a chemist',
  ])
  clock.advance(6_000)
  expect(lines.slice(5).toSorted()).toEqual(['door closed', 'floor output 1 locked', 'floor output 2 locked'])
  await terminal.idle()
  const released = [...site.server.records.values()].flatMap(({ reasons }) =>
    reasons.flatMap((reason) => (reason.code === 'floors-released' ? [reason.areaIds] : [])),
  )
  expect(released).toEqual([[hall], [hall, laboratory]])
})

it('A floor is locked at its own end although another one is released for a person who came later', async () => {
  const { terminal, clock, lines } = await startElevator([
    { ...hallFloor, groupIds: [laboratoryGroupId] },
    { ...roofFloor, timetableId: null },
  ])
  await terminal.present(namedFace('a chemist'))
  clock.advance(4_000)
  await terminal.present(namedFace('Li Wei'))
  clock.advance(2_000)
  expect(lines.at(-1)).toBe('floor output 1 locked')
  expect(terminal.isDoorOpen).toBe(true)
  clock.advance(4_000)
  expect(lines).toContain('floor output 7 locked')
})

it('A person who may reach no floor is refused, and no output moves', async () => {
  const { terminal, lines } = await startElevator([roofFloor])
  const sighting = await terminal.present(namedFace('Li Wei'))
  expect(sighting?.verdict).toMatchObject({ opens: false, abnormal: 'outside-passage-time' })
  expect(lines).toEqual([])
})

it('Every floor is released in a fire, and locked when it is over', async () => {
  const { terminal, lines } = await startElevator()
  terminal.sense('fire', true)
  expect(lines.toSorted()).toEqual([
    'door held open',
    'floor output 1 held released',
    'floor output 2 held released',
    'floor output 7 held released',
  ])
  lines.length = 0
  terminal.sense('fire', false)
  expect(lines.toSorted()).toEqual([
    'door closed',
    'floor output 1 locked',
    'floor output 2 locked',
    'floor output 7 locked',
  ])
})

it('A floor that is set during a fire is released as soon as the terminal learns of it', async () => {
  const { terminal, lines } = await startElevator([hallFloor, laboratoryFloor])
  terminal.sense('fire', true)
  lines.length = 0
  site.server.configuration.access.door = { ...noDoorRules, floors: [hallFloor, roofFloor] }
  await terminal.stop()
  await terminal.start()
  await terminal.idle()
  expect(lines).toContain('floor output 7 held released')
  expect(lines).not.toContain('floor output 7 locked')
})

it('The exit button opens the door and releases no floor: nobody is known who may reach it', async () => {
  const { terminal, lines } = await startElevator()
  terminal.sense('exit-button', true)
  await terminal.next('opened')
  expect(lines).toEqual(['door opened for the exit button'])
})
