import type { Policy } from '@gatehouse/contract/features/policies.ts'
import { getTimetable } from '@gatehouse/contract/features/timetables.ts'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { z } from 'zod'
import { queryOf } from '../../api/query.ts'
import { type AboutToChange, TimetableFit } from '../../parts/passage/timetable-fit.tsx'

const ids = z.array(z.string()).catch([])
const chosen = z.string().nullish().catch(null)

/** A notice of what the chosen devices cannot hold of the chosen timetable; `policy`: the one that is changed, whose form asks for no device. */
export function PolicyFit({ policy }: { policy?: Policy }) {
  const named = ids.parse(Form.useWatch('deviceIds'))
  const groupIds = ids.parse(Form.useWatch('groupIds'))
  const timetableId = chosen.parse(Form.useWatch('timetableId'))
  if (!timetableId) return null
  return policy ? (
    <ChosenFit
      timetableId={timetableId}
      deviceIds={[policy.device.id]}
      groupIds={[policy.group.id]}
      about={{ policyId: policy.id }}
    />
  ) : (
    <ChosenFit timetableId={timetableId} deviceIds={named} groupIds={groupIds} />
  )
}

/** The same for a timetable and devices that are known by their ids. */
export function ChosenFit({
  timetableId,
  deviceIds,
  groupIds,
  about,
}: {
  timetableId: string
  deviceIds: readonly string[]
  groupIds?: readonly string[]
  about?: AboutToChange
}) {
  const { data } = useQuery({ ...queryOf(getTimetable, { params: { id: timetableId } }), retry: false })
  return data ? <TimetableFit deviceIds={deviceIds} groupIds={groupIds} about={about} timetable={data} /> : null
}
