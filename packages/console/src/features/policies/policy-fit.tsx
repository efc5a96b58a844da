import { getTimetable } from '@gatehouse/contract/features/timetables.ts'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { z } from 'zod'
import { queryOf } from '../../api/query.ts'
import { TimetableFit } from '../../parts/passage/timetable-fit.tsx'

const ids = z.array(z.string()).catch([])
const chosen = z.string().nullish().catch(null)

/** A notice of what the chosen devices cannot hold of the chosen timetable; `deviceId` where the form asks for none. */
export function PolicyFit({ deviceId }: { deviceId?: string }) {
  const named = ids.parse(Form.useWatch('deviceIds'))
  const groupIds = ids.parse(Form.useWatch('groupIds'))
  const timetableId = chosen.parse(Form.useWatch('timetableId'))
  return timetableId ? (
    <ChosenFit timetableId={timetableId} deviceIds={deviceId === undefined ? named : [deviceId]} groupIds={groupIds} />
  ) : null
}

/** The same for a timetable and devices that are known by their ids. */
export function ChosenFit({
  timetableId,
  deviceIds,
  groupIds,
}: {
  timetableId: string
  deviceIds: readonly string[]
  groupIds?: readonly string[]
}) {
  const { data } = useQuery({ ...queryOf(getTimetable, { params: { id: timetableId } }), retry: false })
  return data ? <TimetableFit deviceIds={deviceIds} groupIds={groupIds} timetable={data} /> : null
}
