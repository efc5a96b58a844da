import { type PlacedDoor, yardGate } from './generate-day.ts'

type Room = {
  x: number
  y: number
  width: number
  height: number
  /** The area that has its outline here. */
  area?: string
}

/** A floor, in shares of the plan's width and height. */
export type DrawnPlan = {
  site: string
  name: string
  level: number
  rooms: readonly Room[]
  doors: readonly { name: PlacedDoor; x: number; y: number }[]
  /** Desks, racks and shelves, so that a room is recognised. */
  furniture: readonly Omit<Room, 'area'>[]
}

const rows = (count: number, { x, y, width, height }: Omit<Room, 'area'>, stepX: number, stepY = 0) =>
  Array.from({ length: count }, (_, n) => ({ x: x + n * stepX, y: y + n * stepY, width, height }))

export const plans: readonly DrawnPlan[] = [
  {
    site: 'Riverside',
    name: 'Ground floor',
    level: 0,
    rooms: [
      { x: 0.04, y: 0.06, width: 0.92, height: 0.88, area: 'Riverside' },
      { x: 0.04, y: 0.06, width: 0.24, height: 0.36, area: 'Car park' },
      { x: 0.28, y: 0.06, width: 0.3, height: 0.36 },
      { x: 0.58, y: 0.06, width: 0.38, height: 0.36, area: 'Laboratory' },
      { x: 0.04, y: 0.58, width: 0.3, height: 0.36 },
      { x: 0.66, y: 0.58, width: 0.08, height: 0.18, area: 'Airlock' },
      { x: 0.74, y: 0.58, width: 0.22, height: 0.36, area: 'Server room' },
    ],
    doors: [
      { name: 'Main entrance', x: 0.44, y: 0.94 },
      { name: 'Main exit', x: 0.54, y: 0.94 },
      { name: 'Car park gate', x: 0.04, y: 0.24 },
      { name: 'Laboratory', x: 0.64, y: 0.42 },
      { name: 'Server room airlock', x: 0.66, y: 0.67 },
      { name: 'Server room', x: 0.74, y: 0.67 },
      { name: 'Assembly point', x: 0.26, y: 0.97 },
    ],
    furniture: [
      ...rows(5, { x: 0.07, y: 0.1, width: 0.03, height: 0.12 }, 0.04),
      ...rows(3, { x: 0.31, y: 0.12, width: 0.06, height: 0.05 }, 0.09),
      ...rows(3, { x: 0.31, y: 0.26, width: 0.06, height: 0.05 }, 0.09),
      ...rows(4, { x: 0.62, y: 0.12, width: 0.06, height: 0.16 }, 0.085),
      ...rows(3, { x: 0.07, y: 0.64, width: 0.06, height: 0.05 }, 0.09),
      ...rows(3, { x: 0.07, y: 0.78, width: 0.06, height: 0.05 }, 0.09),
      ...rows(4, { x: 0.78, y: 0.64, width: 0.03, height: 0.22 }, 0.043),
    ],
  },
  {
    site: 'Harbour depot',
    name: 'Hall 2',
    level: 0,
    rooms: [
      { x: 0.06, y: 0.1, width: 0.88, height: 0.8, area: 'Harbour depot' },
      { x: 0.06, y: 0.1, width: 0.18, height: 0.3 },
    ],
    doors: [
      { name: 'Warehouse', x: 0.94, y: 0.5 },
      { name: yardGate, x: 0.15, y: 0.9 },
    ],
    furniture: rows(6, { x: 0.3, y: 0.2, width: 0.05, height: 0.6 }, 0.1),
  },
  {
    site: 'Lisbon office',
    name: 'Third floor',
    level: 3,
    rooms: [
      { x: 0.1, y: 0.1, width: 0.8, height: 0.8, area: 'Lisbon office' },
      { x: 0.1, y: 0.1, width: 0.3, height: 0.4 },
      { x: 0.6, y: 0.5, width: 0.3, height: 0.4 },
    ],
    doors: [{ name: 'Lisbon entrance', x: 0.5, y: 0.9 }],
    furniture: [
      ...rows(3, { x: 0.46, y: 0.18, width: 0.1, height: 0.07 }, 0.14),
      ...rows(3, { x: 0.16, y: 0.62, width: 0.1, height: 0.07 }, 0.13),
    ],
  },
]

const width = 1600
const height = 1000

/** The plan as an SVG: walls, doors as openings in them, and furniture. */
export function drawPlan({ rooms, doors, furniture }: DrawnPlan): string {
  const rect = (room: Omit<Room, 'area'>, style: string) =>
    `<rect x="${room.x * width}" y="${room.y * height}" width="${room.width * width}" height="${room.height * height}" ${style}/>`
  const walls = rooms.map((room) => rect(room, 'fill="none" stroke="#33363d" stroke-width="8"'))
  const openings = doors.map(
    ({ x, y }) => `<rect x="${x * width - 26}" y="${y * height - 26}" width="52" height="52" fill="#ffffff"/>`,
  )
  const things = furniture.map((thing) => rect(thing, 'fill="#f4f4f2" stroke="#c9cbd0" stroke-width="3" rx="6"'))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${[...things, ...walls, ...openings].join('\n')}
</svg>`
}
