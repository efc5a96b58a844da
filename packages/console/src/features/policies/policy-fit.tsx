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
  const timetableId = chosen.parse(Form.useWatch('timetableId'))
  const { data } = useQuery({
    ...queryOf(getTimetable, { params: { id: timetableId ?? '' } }),
    enabled: Boolean(timetableId),
    retry: false,
  })
  return data ? <TimetableFit deviceIds={deviceId === undefined ? named : [deviceId]} timetable={data} /> : null
}
