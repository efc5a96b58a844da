import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { formatInstant } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { deviceCountsQuery, latestRecordQuery, staffCountQuery } from './first-steps-queries.ts'
import { FirstStep, type StepState } from './first-step.tsx'
import './first-steps.css'

/** `doneText` gives the words of a step that is done, null for one that is not. */
function stepState<T>(query: UseQueryResult<T>, doneText: (data: T) => string | null): StepState {
  if (query.isSuccess) return { kind: 'known', doneText: doneText(query.data) }
  if (query.error) return { kind: 'failed', error: query.error, retry: () => void query.refetch() }
  return { kind: 'loading' }
}

/** What is set up, from the real lists, and what comes next; only what the role may do. */
export function FirstSteps() {
  const t = useText()
  const can = useCan()
  const devices = useQuery({ ...deviceCountsQuery, enabled: can('device.read') })
  const staff = useQuery({ ...staffCountQuery, enabled: can('staff.read') })
  const latest = useQuery({ ...latestRecordQuery, enabled: can('record.read') })

  const steps: ReactElement[] = []
  if (can('device.write')) {
    steps.push(
      <FirstStep
        key="device"
        number={steps.length + 1}
        title={t('dashboard:steps.device.title')}
        text={t('dashboard:steps.device.text')}
        state={stepState(devices, ({ total, online }) =>
          total === 0 ? null : t('dashboard:steps.device.done', { count: total, online }),
        )}
        action={{ to: '/device/list/new', text: t('dashboard:steps.device.action') }}
        open={{ to: '/device/list', text: t('dashboard:steps.device.open') }}
      />,
    )
  }
  if (can('staff.write')) {
    steps.push(
      <FirstStep
        key="staff"
        number={steps.length + 1}
        title={t('dashboard:steps.staff.title')}
        text={t('dashboard:steps.staff.text')}
        state={stepState(staff, (count) => (count === 0 ? null : t('dashboard:steps.staff.done', { count })))}
        action={{ to: '/manmgt/staff/0/new', text: t('dashboard:steps.staff.action') }}
        open={{ to: '/manmgt/staff/0', text: t('dashboard:steps.staff.open') }}
      />,
    )
  }
  if (can('record.read')) {
    steps.push(
      <FirstStep
        key="records"
        number={steps.length + 1}
        title={t('dashboard:steps.records.title')}
        text={t('dashboard:steps.records.text')}
        state={stepState(latest, (record) =>
          record ? t('dashboard:steps.records.done', { at: formatInstant(record.recognisedAt) }) : null,
        )}
        action={{ to: '/sign/signRecord', text: t('dashboard:steps.records.action') }}
      />,
    )
  }

  return (
    <section className="steps" aria-labelledby="steps-title">
      <h2 id="steps-title">{t('dashboard:steps.title')}</h2>
      {steps.length > 0 ? <ol>{steps}</ol> : <p className="steps-none">{t('dashboard:nothing')}</p>}
    </section>
  )
}
