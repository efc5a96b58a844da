import { type DoorRules, setDoorRules } from '@gatehouse/contract/features/door-rules.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import type { ReactNode } from 'react'
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
import { FormSwitch } from '../../../ui/form/form-switch.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { type DoorRuleName, doorRuleNames, textsOf } from '../rules/rule-sentences.ts'
import { doorRulesOf } from '../site-queries.ts'
import '../rules/rules.css'

const groupIds = z.array(z.string()).min(1)
const seconds = z.int().min(1).max(3600)

const freeHoursForm = z.object({ timetableId: z.string(), afterFirstPerson: z.boolean().default(false) })
const escortForm = z.object({ groupIds, seconds })
const severalPeopleForm = z.object({ groupIds, count: z.int().min(2).max(20), seconds })
const firstPersonForm = z.object({ groupIds, timetableId: z.string().nullable() })

type FormProps = {
  rules: DoorRules
  /** Saves the rules of the door with a changed one. */
  save: (changed: Partial<DoorRules>) => Promise<unknown>
  /** The parts that every form of a rule has. */
  frame: { submitLabel: string; onSaved: () => void; onClose: () => void }
  off: ReactNode
}

/** `door/rule/:rule?id=…` */
export function DoorRulePanel() {
  const t = useText()
  const toast = useToast()
  const { rule } = useParams()
  const [params] = useSearchParams()
  const { close } = usePanelRoute(pathTo('doorDetail'), 'rules')
  const id = params.get('id') ?? ''
  const name = doorRuleNames.find((one) => one === rule) ?? 'escort'
  const { data: rules, error, refetch } = useQuery({ ...doorRulesOf(id), retry: false })
  const title = t(`rules:${textsOf[name]}.title`)
  if (!rules) {
    return (
      <DetailPanel title={title} onClose={close}>
        {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
      </DetailPanel>
    )
  }
  const save: FormProps['save'] = (changed) => call(setDoorRules, { params: { id }, body: { ...rules, ...changed } })
  const turnOff = () =>
    save({ [name]: null }).then(() => {
      toast.done(t('rules:offDone', { rule: title }), { undo: () => save({}) })
      close()
    }, toast.failed)
  const RuleForm = ruleForms[name]
  return (
    <RuleForm
      rules={rules}
      save={save}
      frame={{
        submitLabel: t('form:save'),
        onSaved: () => {
          toast.done(t('rules:saved'))
          close()
        },
        onClose: close,
      }}
      off={
        rules[name] && (
          <Button danger onClick={() => void turnOff()}>
            {t('rules:off')}
          </Button>
        )
      }
    />
  )
}

const ruleForms: Record<DoorRuleName, (props: FormProps) => ReactNode> = {
  freeHours: FreeHoursForm,
  escort: EscortForm,
  severalPeople: SeveralPeopleForm,
  firstPersonIn: FirstPersonForm,
}

function FreeHoursForm({ rules, save, frame, off }: FormProps) {
  const t = useText()
  return (
    <FormPanel
      {...frame}
      title={t('rules:freeHours.title')}
      schema={freeHoursForm}
      initial={rules.freeHours ?? {}}
      errorFields={{ 'timetable.not-found': 'timetableId' }}
      onSubmit={(freeHours) => save({ freeHours })}
    >
      <FormField name="timetableId" label={t('rules:freeHours.timetable')} hint={t('rules:freeHours.warning')}>
        <TimetableSelect />
      </FormField>
      <FormField name="afterFirstPerson" label={t('rules:freeHours.afterFirstField')}>
        <FormSwitch label={t('rules:freeHours.afterFirstField')} />
      </FormField>
      {off}
    </FormPanel>
  )
}

function EscortForm({ rules: { escort }, save, frame, off }: FormProps) {
  const t = useText()
  return (
    <FormPanel
      {...frame}
      title={t('rules:escort.title')}
      schema={escortForm}
      initial={escort ? { groupIds: escort.escortGroupIds, seconds: escort.seconds } : { seconds: 15 }}
      errorFields={{ 'group.not-found': 'groupIds' }}
      onSubmit={(values) => save({ escort: { escortGroupIds: values.groupIds, seconds: values.seconds } })}
    >
      <p className="rule-intro">{t('rules:escort.intro')}</p>
      <FormField name="groupIds" label={t('rules:escort.groups')}>
        <GroupSelect kind="staff" />
      </FormField>
      <FormField name="seconds" label={t('rules:escort.seconds')}>
        <InputNumber min={1} max={3600} precision={0} />
      </FormField>
      {off}
    </FormPanel>
  )
}

function SeveralPeopleForm({ rules, save, frame, off }: FormProps) {
  const t = useText()
  return (
    <FormPanel
      {...frame}
      title={t('rules:several.title')}
      schema={severalPeopleForm}
      initial={rules.severalPeople ?? { count: 2, seconds: 15 }}
      errorFields={{ 'group.not-found': 'groupIds' }}
      onSubmit={(severalPeople) => save({ severalPeople })}
    >
      <p className="rule-intro">{t('rules:several.intro')}</p>
      <FormField name="groupIds" label={t('rules:several.groups')}>
        <GroupSelect />
      </FormField>
      <FormField name="count" label={t('rules:several.people')}>
        <InputNumber min={2} max={20} precision={0} />
      </FormField>
      <FormField name="seconds" label={t('rules:several.seconds')}>
        <InputNumber min={1} max={3600} precision={0} />
      </FormField>
      {off}
    </FormPanel>
  )
}

function FirstPersonForm({ rules, save, frame, off }: FormProps) {
  const t = useText()
  const can = useCan()
  return (
    <FormPanel
      {...frame}
      title={t('rules:firstPerson.title')}
      schema={firstPersonForm}
      initial={rules.firstPersonIn ?? {}}
      errorFields={{
        'group.not-found': 'groupIds',
        'timetable.not-found': 'timetableId',
        'door-rule.first-person-circle': 'groupIds',
      }}
      onSubmit={(firstPersonIn) => save({ firstPersonIn })}
    >
      <p className="rule-intro">{t('rules:firstPerson.intro')}</p>
      <FormField name="groupIds" label={t('rules:firstPerson.groups')}>
        <GroupSelect kind="staff" />
      </FormField>
      {can('timetable.read') && (
        <FormField
          name="timetableId"
          label={t('rules:firstPerson.timetable')}
          hint={t('rules:firstPerson.timetableHint')}
        >
          <TimetableSelect allowClear />
        </FormField>
      )}
      {off}
    </FormPanel>
  )
}
