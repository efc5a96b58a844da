import {
  type AreaRules,
  type AreaRulesShown,
  setAreaRules,
} from '@gatehouse/contract/features/door-rules/area-rules.ts'
import type { Area } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { unknownSides } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber, Select } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { TimetableSelect } from '../../../parts/passage/timetable-select.tsx'
import { GroupSelect } from '../../../parts/person/form-group-select.tsx'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { areaRulesOf, siteDetail } from '../site-queries.ts'
import { timeOf } from './rule-sentences.ts'
import { RuleWarnings } from './rule-warnings.tsx'
import './rules.css'

const passbackModes = ['none', 'soft', 'hard', 'timed'] as const
const limitModes = ['none', 'alarm', 'refuse'] as const
const groupIds = z.array(z.string())

/** The fields of the form; those of a rule that is off keep their values. */
const areaRulesForm = z.object({
  passback: z.enum(passbackModes),
  minutes: z.int().min(1).max(1440),
  passbackExempt: groupIds.default([]),
  passbackUnknown: z.enum(unknownSides),
  resetMinutes: z.array(z.int()).max(8).default([]),
  resetTimetableId: z.string().optional(),
  limit: z.enum(limitModes),
  max: z.int().min(1).max(1_000_000),
  limitExempt: groupIds.default([]),
  limitUnknown: z.enum(unknownSides),
})
type Values = z.output<typeof areaRulesForm>

const toValues = ({ antiPassback, occupancyLimit }: AreaRules): Values => ({
  passback: antiPassback?.mode ?? 'none',
  minutes: antiPassback?.mode === 'timed' ? antiPassback.minutes : 15,
  passbackExempt: antiPassback?.exemptGroupIds ?? [],
  passbackUnknown: antiPassback?.whenUnknown ?? 'opens',
  resetMinutes: antiPassback?.resetMinutes ?? [],
  resetTimetableId: antiPassback?.resetTimetableId,
  limit: occupancyLimit?.mode ?? 'none',
  max: occupancyLimit?.max ?? 10,
  limitExempt: occupancyLimit?.exemptGroupIds ?? [],
  limitUnknown: occupancyLimit?.whenUnknown ?? 'opens',
})

function toRules(values: Values): AreaRules {
  const { passback, minutes, limit, max, resetMinutes, resetTimetableId } = values
  const common = {
    exemptGroupIds: values.passbackExempt,
    whenUnknown: values.passbackUnknown,
    resetMinutes,
    ...(resetTimetableId && { resetTimetableId }),
  }
  return {
    antiPassback:
      passback === 'none'
        ? null
        : passback === 'timed'
          ? { mode: passback, minutes, ...common }
          : { mode: passback, ...common },
    occupancyLimit:
      limit === 'none'
        ? null
        : { max, mode: limit, exemptGroupIds: values.limitExempt, whenUnknown: values.limitUnknown },
  }
}

/** `detail/area/:areaId/rules?id=…` */
export function AreaRulesPanel() {
  const t = useText()
  const { areaId = '' } = useParams()
  const [params] = useSearchParams()
  const { close } = usePanelRoute(pathTo('siteDetail'))
  const site = useQuery(siteDetail(params.get('id') ?? '')).data
  const area = site?.areas.find(({ id }) => id === areaId)
  const { data: rules, error, refetch } = useQuery({ ...areaRulesOf(areaId), retry: false })
  if (area && rules) return <AreaRulesForm key={area.id} area={area} rules={rules} />
  return (
    <DetailPanel title={t('rules:area.edit', { area: area?.name ?? '' })} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

function AreaRulesForm({ area, rules }: { area: Area; rules: AreaRulesShown }) {
  const t = useText()
  const toast = useToast()
  const { close } = usePanelRoute(pathTo('siteDetail'))
  return (
    <FormPanel
      title={t('rules:area.edit', { area: area.name })}
      schema={areaRulesForm}
      initial={toValues(rules)}
      submitLabel={t('form:save')}
      onClose={close}
      errorFields={{ 'timetable.not-found': 'resetTimetableId' }}
      onSubmit={(values) => call(setAreaRules, { params: { id: area.id }, body: toRules(values) })}
      onSaved={() => {
        toast.done(t('rules:saved'))
        close()
      }}
    >
      <p className="rule-intro">{t('rules:area.intro')}</p>
      <AreaRulesFields rules={rules} />
    </FormPanel>
  )
}

const halfHours = Array.from({ length: 48 }, (_, index) => index * 30)

function AreaRulesFields({ rules }: { rules: AreaRulesShown }) {
  const t = useText()
  const can = useCan()
  const form = Form.useFormInstance<Values>()
  const passback = Form.useWatch('passback', { form, preserve: true }) ?? 'none'
  const limit = Form.useWatch('limit', { form, preserve: true }) ?? 'none'
  const sides = unknownSides.map((value) => ({ value, label: t(`rules:unknown.${value}`) }))
  const times = [...new Set([...halfHours, ...(rules.antiPassback?.resetMinutes ?? [])])].toSorted((a, b) => a - b)
  return (
    <>
      <h3 className="rule-form-part">{t('rules:passback.title')}</h3>
      <FormField name="passback" label={t('rules:passback.field')}>
        <Select options={passbackModes.map((value) => ({ value, label: t(`rules:passback.mode.${value}`) }))} />
      </FormField>
      <RuleWarnings of={rules} mode={passback} hasLimit={false} />
      {passback === 'timed' && (
        <FormField name="minutes" label={t('rules:passback.minutes')}>
          <InputNumber min={1} max={1440} precision={0} />
        </FormField>
      )}
      {passback !== 'none' && (
        <>
          <FormField name="passbackExempt" label={t('rules:exemptField')}>
            <GroupSelect />
          </FormField>
          <FormField name="resetMinutes" label={t('rules:passback.resetField')} hint={t('rules:passback.resetHint')}>
            <Select<number[]> mode="multiple" options={times.map((value) => ({ value, label: timeOf(value) }))} />
          </FormField>
          {can('timetable.read') && (
            <FormField
              name="resetTimetableId"
              label={t('rules:passback.timetableField')}
              hint={t('rules:passback.timetableHint')}
            >
              <TimetableSelect allowClear />
            </FormField>
          )}
          <FormField name="passbackUnknown" label={t('rules:unknownField')} hint={t('rules:unknownHint')}>
            <Select options={sides} />
          </FormField>
        </>
      )}
      <h3 className="rule-form-part">{t('rules:occupancy.title')}</h3>
      <FormField name="limit" label={t('rules:occupancy.field')}>
        <Select options={limitModes.map((value) => ({ value, label: t(`rules:occupancy.mode.${value}`) }))} />
      </FormField>
      {limit !== 'none' && (
        <>
          {passback === 'none' && <RuleWarnings of={rules} mode="none" hasLimit />}
          <FormField name="max" label={t('rules:occupancy.max')}>
            <InputNumber min={1} max={1_000_000} precision={0} />
          </FormField>
          <FormField name="limitExempt" label={t('rules:exemptField')}>
            <GroupSelect />
          </FormField>
          <FormField name="limitUnknown" label={t('rules:unknownField')} hint={t('rules:unknownHint')}>
            <Select options={sides} />
          </FormField>
        </>
      )}
    </>
  )
}
