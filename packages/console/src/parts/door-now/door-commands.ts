import { listCommands } from '@gatehouse/contract/features/devices.ts'
import { doorCommandKinds } from '@gatehouse/contract/features/live/board.ts'
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { instantMs } from '../../lib/clock.ts'

const kindOf = (kind: string) => doorCommandKinds.find((one) => one === kind)

/** The latest commands to the devices of a door that opened or held it, the newest first. */
export function useDoorCommands(deviceIds: readonly string[]) {
  const asked = useQueries({
    queries: deviceIds.map((id) => queryOf(listCommands, { params: { id }, query: { size: 20 } })),
  })
  const commands = asked
    .flatMap(({ data }, at) => (data?.items ?? []).map((command) => ({ ...command, deviceId: deviceIds[at] ?? null })))
    .flatMap((command) => {
      const kind = kindOf(command.kind)
      return kind ? [{ ...command, kind }] : []
    })
    .toSorted((a, b) => instantMs(b.createdAt) - instantMs(a.createdAt))
  return {
    commands,
    isLoaded: asked.every(({ data }) => data),
    failed: asked.find(({ error, data }) => error && !data),
  }
}
