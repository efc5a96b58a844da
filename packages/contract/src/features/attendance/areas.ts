import { z } from 'zod'
import { id, optionalLine, requiredLine } from '../../fields.ts'
import { route } from '../../route.ts'

export const areaInput = z.object({
  name: requiredLine(64),
  location: optionalLine(128),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** ATT-02: a phone's position is rarely more exact than 10 m. */
  radiusMetres: z.int().min(10).max(100_000),
  deviceIds: z.array(id).max(500),
})

export const attendanceArea = z.object({
  id,
  name: z.string(),
  location: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  radiusMetres: z.int(),
  devices: z.array(z.object({ id, name: z.string() })),
  rules: z.array(z.object({ id, name: z.string() })),
})
export type AttendanceArea = z.output<typeof attendanceArea>

export const listAttendanceAreas = route({
  method: 'GET',
  path: '/v2/attendance/areas',
  summary: 'All attendance areas by name',
  permission: 'attendance.read',
  shows: 'attendance',
  response: z.array(attendanceArea),
})

export const createAttendanceArea = route({
  method: 'POST',
  path: '/v2/attendance/areas',
  summary: 'Create an attendance area',
  permission: 'attendance.write',
  body: areaInput,
  response: attendanceArea,
  errors: [
    'attendance-area.name-taken',
    'attendance-area.device-taken',
    'attendance-area.too-many',
    'device.not-found',
  ],
  audit: { module: 'attendance-area', event: 'create' },
  changes: ['attendance'],
})

export const updateAttendanceArea = route({
  method: 'PATCH',
  path: '/v2/attendance/areas/:id',
  summary: 'Change an attendance area; days with punches at its devices are recalculated',
  permission: 'attendance.write',
  params: z.object({ id }),
  body: areaInput.partial(),
  response: attendanceArea,
  errors: [
    'attendance-area.not-found',
    'attendance-area.name-taken',
    'attendance-area.device-taken',
    'device.not-found',
  ],
  audit: { module: 'attendance-area', event: 'update' },
  changes: ['attendance'],
})

export const deleteAttendanceArea = route({
  method: 'DELETE',
  path: '/v2/attendance/areas/:id',
  summary: 'Delete an attendance area that no rule uses',
  permission: 'attendance.write',
  params: z.object({ id }),
  errors: ['attendance-area.not-found', 'attendance-area.in-use'],
  audit: { module: 'attendance-area', event: 'delete' },
  changes: ['attendance'],
})
