import { updateCompany } from '@gatehouse/contract/features/company.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { mutationOf } from '../../api/query.ts'
import { browserZone, companyTime, companyZone } from '../../lib/format-date.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { useCan } from '../../lib/use-can.ts'
import {
  companyZoneQuery,
  deviceCountsQuery,
  latestRecordQuery,
  mailQuery,
  staffWithPortraitQuery,
} from './setup-checklist-queries.ts'
import { SetupStep, type StepState } from './setup-step.tsx'
import { rememberGone } from './setup-checklist-wanted.ts'
import './setup-checklist.css'

type Around = { above: ReactNode; below: ReactNode; waiting: ReactNode }

/**
 * The steps of a new system until a door opens and a record is stored: each with its state on the server and its page, for
 * roles that may do it. The card disappears for good when all steps are done or it is dismissed. It is drawn at once with its
 * surroundings, so that nothing is pushed down later.
 */
export function WithSetupChecklist({ above, below, waiting }: Around) {
  const [isLeft, setIsLeft] = useState(false)
  const steps = useSteps(!isLeft)
  const isAllDone = steps.every(({ state }) => state.kind === 'known' && state.doneText !== null)
  useEffect(() => {
    if (isAllDone) rememberGone()
  }, [isAllDone])
  const leave = () => {
    rememberGone()
    setIsLeft(true)
  }
  const isShown = !isLeft && !isAllDone
  if (isShown && steps.some(({ state }) => state.kind === 'loading')) return waiting
  return (
    <>
      {above}
      {isShown && <SetupChecklist steps={steps} onLeave={leave} />}
      {below}
    </>
  )
}

function SetupChecklist({ steps, onLeave }: { steps: ReturnType<typeof useSteps>; onLeave: () => void }) {
  const t = useText()
  return (
    <section className="steps" aria-labelledby="steps-title">
      <header>
        <div>
          <h2 id="steps-title">{t('dashboard:steps.title')}</h2>
          <p>{t('dashboard:steps.purpose')}</p>
        </div>
        <button type="button" onClick={onLeave}>
          {t('dashboard:steps.dismiss')}
        </button>
      </header>
      <ol>
        {steps.map(({ name, state, to, opens, ...more }, index) => (
          <SetupStep
            key={name}
            number={index + 1}
            title={t(`dashboard:steps.${name}.title`)}
            text={t(`dashboard:steps.${name}.text`, { zone: browserZone(), now: companyZone() })}
            state={state}
            {...('action' in more ? { action: more.action } : {})}
            page={{ to, text: t(`dashboard:steps.${name}.action`) }}
            open={{ to: opens, text: t(`dashboard:steps.${name}.open`) }}
          />
        ))}
      </ol>
    </section>
  )
}

/** The steps that this role may do, in the order in which they are best done. */
function useSteps(isWanted: boolean) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const devices = useQuery({ ...deviceCountsQuery, enabled: isWanted && can('device.write') })
  const staff = useQuery({ ...staffWithPortraitQuery, enabled: isWanted && can('staff.write') })
  const mail = useQuery({ ...mailQuery, enabled: isWanted && can('service-config.manage') })
  const latest = useQuery({ ...latestRecordQuery, enabled: isWanted && can('record.read') })
  const company = useQuery({ ...companyZoneQuery, enabled: isWanted && can('company.write') })
  const take = useMutation({
    ...mutationOf(updateCompany),
    onSuccess: () => company.refetch(),
    onError: toast.failed,
  })
  const steps = [
    {
      name: 'zone',
      isMine: can('company.write'),
      state: stateOf(company, ({ isZoneChosen, timeZone }) => (isZoneChosen ? timeZone : null)),
      action: {
        text: t('dashboard:steps.zone.act', { zone: browserZone() }),
        run: () => take.mutate({ body: { timeZone: browserZone() } }),
      },
      to: pathTo('company', { below: 'edit' }),
      opens: pathTo('company'),
    },
    {
      name: 'mail',
      isMine: can('service-config.manage'),
      state: stateOf(mail, ({ source, config }) =>
        source === 'none' ? null : t('dashboard:steps.mail.done', { host: config?.serverHost ?? 'SMTP_URL' }),
      ),
      to: pathTo('serviceConfig', { below: 'mail' }),
      opens: pathTo('serviceConfig'),
    },
    {
      name: 'device',
      isMine: can('device.write'),
      state: stateOf(devices, ({ total, online }) =>
        total === 0 ? null : t('dashboard:steps.device.done', { count: total, online }),
      ),
      to: pathTo('deviceList', { below: 'new' }),
      opens: pathTo('deviceList'),
    },
    {
      name: 'staff',
      isMine: can('staff.write'),
      state: stateOf(staff, (count) => (count === 0 ? null : t('dashboard:steps.staff.done', { count }))),
      to: pathTo('staff', { deptId: 0, below: 'new' }),
      opens: pathTo('staff', { deptId: 0 }),
    },
    {
      name: 'record',
      isMine: can('record.read'),
      state: stateOf(latest, (record) =>
        record ? t('dashboard:steps.record.done', { at: companyTime(record.recognisedAt) }) : null,
      ),
      to: pathTo('signRecord'),
      opens: pathTo('signRecord'),
    },
  ] as const
  return steps.filter(({ isMine }) => isMine)
}

/** `doneText` gives the words of a step that is done, null for one that is not. */
function stateOf<T>(query: UseQueryResult<T>, doneText: (data: T) => string | null): StepState {
  if (query.isSuccess) return { kind: 'known', doneText: doneText(query.data) }
  if (query.error) return { kind: 'failed', error: query.error, retry: () => void query.refetch() }
  return { kind: 'loading' }
}
