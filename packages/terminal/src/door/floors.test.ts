import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { expect, it } from 'vitest'
import { createDoor } from './door.ts'
import { withFloors } from './floors.ts'
import { printingFloorRelay, printingRelay } from './relay.ts'

function printingElevator(broken?: number) {
  const clock = createManualClock()
  const lines: string[] = []
  const failures: unknown[] = []
  const set = [1, 2]
  const print = (line: string) => void lines.push(line)
  const onFailure = (error: unknown) => void failures.push(error)
  const printing = printingFloorRelay(print)
  const door = createDoor({ clock, relay: printingRelay(print), onOpened() {}, onClosed() {}, onFailure })
  const elevator = withFloors(door, {
    clock,
    outputs: () => set,
    relay: (output) =>
      output === broken
        ? { ...printing(output), open: () => Promise.reject(new Error('no answer')) }
        : printing(output),
    onFailure,
  })
  return { elevator, clock, lines, failures, set }
}

it('A remote command that opens an elevator releases all its floors', async () => {
  const { elevator, lines } = printingElevator()
  await elevator.open('remote command', 6)
  expect(lines.slice(1)).toEqual([
    'floor output 1 released for remote command',
    'floor output 2 released for remote command',
  ])
})

it('A floor whose relay does not obey keeps no other floor from being released', async () => {
  const { elevator, lines, failures } = printingElevator(1)
  await elevator.open('Li Wei', 6, [1, 2])
  expect(lines).toContain('floor output 2 released for Li Wei')
  expect(failures.map(String)).toEqual(['Error: no answer'])
})

it('An elevator that is held closed releases no floor, and one that is held open all of them until it is locked down', async () => {
  const { elevator, lines } = printingElevator()
  await elevator.hold('held-closed')
  await expect(elevator.open('Li Wei', 6, [1])).rejects.toThrow('the door is held closed')
  expect(lines).toEqual([])
  await elevator.hold('held-open')
  expect(lines).toEqual(['door held open', 'floor output 1 held released', 'floor output 2 held released'])
  await elevator.lockDown(true)
  expect(lines.slice(3)).toEqual(['floor output 1 locked', 'floor output 2 locked', 'door closed'])
})

it('A floor that is added stands as the elevator does, and one that is taken away is locked', async () => {
  const { elevator, lines, set } = printingElevator()
  elevator.release(true)
  lines.length = 0
  set.splice(0, 2, 2, 3)
  elevator.release(true)
  expect(lines).toEqual(['floor output 1 locked', 'floor output 3 held released'])
})
