import { listCommands } from '@gatehouse/contract/features/devices.ts'
import { doorCommandKinds } from '@gatehouse/contract/features/live/board.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { companyZone, formatInstant, offsetAt } from '../../lib/format-date.ts'
import { useDoorHours } from './door-hours.ts'

const kindOf = (kind: string) => doorCommandKinds.find((one) => one === kind)

/** Today's are told whole, of the days before only the latest. */
const sizes = { today: 200, earlier: 5 }

/** The commands that opened or held this door, each with its day by the door's clock, the newest first: all of today and the latest of before. */
export function useDoorCommands(door: Pick<Door, 'readers'>) {
  const { hours, isWaiting } = useDoorHours(door)
  const zone = hours?.timeZone ?? companyZone()
  const dayOf = (instant: string) => formatInstant(instant, 'day', zone)
  const today = dayOf(instantOf(nowMs()))
  const midnight = midnightOf(today, zone)
  const asked = useQueries({
    queries: door.readers.flatMap(({ deviceId: id, port }) =>
      [
        { from: midnight, size: sizes.today },
        { to: midnight, size: sizes.earlier },
      ].map((span) => ({
        ...queryOf(listCommands, { params: { id }, query: { doorsOnly: 'true', port, ...span } }),
        // The clock of the door comes with its hours.
        enabled: !isWaiting,
      })),
    ),
  })
  // Two readers of a controller at one door are both told what is sent to all of its doors.
  const once = new Map(
    asked.flatMap(({ data }, at) =>
      (data?.items ?? []).map((command) => {
        const deviceId = door.readers[Math.floor(at / 2)]?.deviceId ?? null
        return [command.id, { ...command, deviceId }] as const
      }),
    ),
  )
  const commands = [...once.values()]
    .flatMap((command) => {
      const kind = kindOf(command.kind)
      return kind ? [{ ...command, kind, isOfToday: dayOf(command.createdAt) === today }] : []
    })
    .toSorted((a, b) => instantMs(b.createdAt) - instantMs(a.createdAt))
  return {
    commands,
    isLoaded: asked.every(({ data }) => data),
    failed: asked.find(({ error, data }) => error && !data),
  }
}

/** The day begins with the offset of that moment, which is another than now's where clocks were changed in the night. */
function midnightOf(day: string, zone: string): string {
  const near = `${day}T00:00:00${offsetAt(instantOf(nowMs()), zone)}`
  return `${day}T00:00:00${offsetAt(near, zone)}`
}
