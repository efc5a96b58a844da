import { z } from 'zod'
import { id } from '../../fields.ts'
import { route } from '../../route.ts'

/** The number of outputs that one terminal may have for the buttons of floors. */
export const maxFloors = 64

const isOnce = (values: readonly unknown[]) => new Set(values).size === values.length

export const elevatorFloor = z.object({
  /** The area where one gets out. */
  areaId: id,
  /** The output that releases the button of the floor. */
  output: z.int().min(1).max(maxFloors),
  /** Those who may reach it; empty: everybody who may use the elevator. */
  groupIds: z.array(id).max(100).refine(isOnce, { error: 'group-twice' }),
  /** The hours in which they may; null: the whole day. */
  timetableId: id.nullable(),
})
export type ElevatorFloor = z.output<typeof elevatorFloor>

export const elevatorFloors = z.object({
  /** None: everybody who may use the elevator reaches every floor. */
  floors: z
    .array(elevatorFloor)
    .max(maxFloors)
    .refine((floors) => isOnce(floors.map(({ areaId }) => areaId)), { error: 'floor-twice' })
    .refine((floors) => isOnce(floors.map(({ output }) => output)), { error: 'output-twice' }),
})
export type ElevatorFloors = z.output<typeof elevatorFloors>

const keptFloors = elevatorFloors.extend({
  /** Other floors have another one. Send it back to be told when somebody else changed them meanwhile. */
  version: z.string(),
})

const params = z.object({ id })

export const getElevatorFloors = route({
  method: 'GET',
  path: '/v2/doors/:id/floors',
  summary: 'The floors of an elevator, by output, with who may reach each',
  permission: 'site.read',
  shows: 'sites',
  params,
  response: keptFloors,
  errors: ['door.not-found'],
})

export const setElevatorFloors = route({
  method: 'PUT',
  path: '/v2/doors/:id/floors',
  summary: 'Set the floors of an elevator and who may reach each; its terminals are told at once',
  permission: 'site.write',
  params,
  body: elevatorFloors.extend({ version: z.string().max(64).optional() }),
  response: keptFloors,
  errors: [
    'door.not-found',
    'door.changed-meanwhile',
    'door.not-elevator',
    'area.not-found',
    'group.not-found',
    'timetable.not-found',
  ],
  audit: { module: 'site', event: 'set-elevator-floors' },
  changes: ['sites'],
})
