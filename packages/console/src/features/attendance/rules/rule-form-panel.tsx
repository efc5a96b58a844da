import {
  createAttendanceRule,
  updateAttendanceRule,
  type AttendanceRuleDetail,
} from '@gatehouse/contract/features/attendance/rules.ts'
import { storedName } from '@gatehouse/contract/texts/default-names.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { DateInput } from '../../../ui/form/form-date.tsx'
import { useFolded } from '../../../ui/form/form-context.ts'
import { FormFold } from '../../../ui/form/form-fold.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { GroupSelect } from '../../../parts/person/form-group-select.tsx'
import { MinuteInput } from '../../../ui/form/form-minute.tsx'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { FormZone } from '../../../ui/form/form-zone.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { areaList, departmentChoices, ruleDetail } from '../attendance-queries.ts'
import { PersonSelect } from '../person-select.tsx'
import { ruleBodyOf, ruleForm, ruleFormOf } from './rule-form-schema.ts'
import { RuleCalendar } from './rule-calendar.tsx'
import { RulePreviewButton } from './rule-preview.tsx'
import { ruleName, weekdayName } from '../attendance-words.ts'
import { nameLabel } from '../../../ui/form/name-label.ts'

const errorFields = {
  'attendance-rule.name-taken': 'name',
  'attendance-rule.starts-before-earliest': 'earliestPunchMinute',
  'attendance-rule.ends-after-day': 'workEndMinute',
  'attendance-rule.tolerance-too-long': 'lateToleranceMinutes',
  'attendance-rule.overtime-before-end': 'workdayOvertimeFrom',
  'attendance-rule.time-zone-unknown': 'timeZone',
  'attendance-rule.effective-too-far': 'effectiveOn',
  'attendance-rule.participant-taken': 'people',
  'attendance-area.not-found': 'areaIds',
} as const

export function RuleCreatePanel() {
  const panel = usePanelRoute(pathTo('attendanceRules'))
  return <RuleForm onClose={panel.close} />
}

/** `detail/edit?id=…` */
export function RuleEditPanel() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const navigate = useNavigate()
  const rule = useQuery(ruleDetail(id))
  // the page behind is being loaded, or says itself that it was not
  if (!rule.data) return null
  return <RuleForm rule={rule.data} onClose={() => void navigate(pathTo('attendanceRulesDetail', { query: { id } }))} />
}

function RuleForm({ rule, onClose }: { rule?: AttendanceRuleDetail; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const toast = useToast()
  const initial = useMemo(() => {
    const form = ruleFormOf(rule, t('attendance:form.yearly'))
    return rule ? { ...form, name: ruleName(rule, t) } : form
  }, [rule, t])
  return (
    <FormPanel
      title={rule ? t('attendance:form.edit', { name: ruleName(rule, t) }) : t('attendance:form.create')}
      schema={ruleForm}
      initial={initial}
      submitLabel={rule ? t('form:save') : t('attendance:form.submitCreate')}
      errorFields={errorFields}
      onClose={onClose}
      onSubmit={(form) => {
        const { participants, ...body } = ruleBodyOf(form)
        if (!rule) return call(createAttendanceRule, { body: { ...body, participants } })
        return call(updateAttendanceRule, {
          params: { id: rule.id },
          // the default rule has none: it covers everybody else
          body: {
            ...body,
            version: rule.version,
            ...(rule.isDefault ? { name: storedName(body.name) } : { participants }),
          },
        })
      }}
      onSaved={(saved) => {
        toast.done(t('attendance:rules.saved', { name: ruleName(saved, t) }))
        void navigate(pathTo('attendanceRulesDetail', { query: { id: saved.id } }))
      }}
    >
      <FormField name="name" label={t('attendance:form.name')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <WorkingTime />
      <FormField name="effectiveOn" label={t('attendance:form.effective')} hint={t('attendance:form.effectiveHint')}>
        <DateInput />
      </FormField>
      {!rule?.isDefault && <Participants />}
      <Punches />
      <FormFold title={t('attendance:form.overtime')}>
        <Overtime kind="workday" />
        <Overtime kind="holiday" />
      </FormFold>
      <FormFold title={t('attendance:form.calendar')}>
        <RuleCalendar />
      </FormFold>
      <Where />
      {rule && <RulePreviewButton rule={rule} />}
    </FormPanel>
  )
}

function Participants() {
  const t = useText()
  const departments = useQuery(departmentChoices)
  return (
    <FormFold title={t('attendance:form.who')}>
      <FormField name="people" label={t('attendance:form.people')} hint={t('attendance:form.participantsHint')}>
        <PersonSelect />
      </FormField>
      <FormField
        name="departments"
        label={t('attendance:form.departments')}
        hint={t('attendance:form.departmentsHint')}
      >
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={departments.data ?? []}
          loading={departments.isPending}
        />
      </FormField>
      <FormField name="groups" label={t('attendance:form.groups')}>
        <GroupSelect kind="staff" />
      </FormField>
      <Form.Item name="movesParticipants" valuePropName="checked">
        <Checkbox>{t('attendance:form.moves')}</Checkbox>
      </Form.Item>
    </FormFold>
  )
}

function WorkingTime() {
  const t = useText()
  return (
    <>
      <FormField name="workingWeekdays" label={t('attendance:form.weekdays')}>
        <Checkbox.Group
          className="attendance-weekdays"
          options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: day, label: weekdayName(day, t) }))}
        />
      </FormField>
      <div className="attendance-pair">
        <FormField name="workStartMinute" label={t('attendance:form.start')}>
          <MinuteInput />
        </FormField>
        <FormField name="workEndMinute" label={t('attendance:form.end')} hint={t('attendance:form.endHint')}>
          <MinuteInput />
        </FormField>
      </div>
    </>
  )
}

function Punches() {
  const t = useText()
  return (
    <FormFold title={t('attendance:form.punchFold')} isAlwaysFilled>
      <FormField name="punchesPerDay" label={t('attendance:form.punches')}>
        <Select
          options={[
            { value: 2, label: t('attendance:form.punchesTwo') },
            { value: 1, label: t('attendance:form.punchesOne') },
          ]}
        />
      </FormField>
      <FormField
        name="earliestPunchMinute"
        label={t('attendance:form.earliest')}
        hint={t('attendance:form.earliestHint')}
      >
        <MinuteInput />
      </FormField>
      <div className="attendance-pair">
        <FormField name="lateToleranceMinutes" label={t('attendance:form.late')}>
          <InputNumber min={0} max={1439} precision={0} />
        </FormField>
        <FormField name="earlyLeaveToleranceMinutes" label={t('attendance:form.early')}>
          <InputNumber min={0} max={1439} precision={0} />
        </FormField>
      </div>
    </FormFold>
  )
}

const overtimeFields = {
  workday: {
    title: 'attendance:form.workdayOvertime',
    on: 'hasWorkdayOvertime',
    hours: 'workdayOvertimeHours',
    from: 'workdayOvertimeFrom',
  },
  holiday: {
    title: 'attendance:form.holidayOvertime',
    on: 'hasHolidayOvertime',
    hours: 'holidayOvertimeHours',
    from: 'holidayOvertimeFrom',
  },
} as const

function Overtime({ kind }: { kind: keyof typeof overtimeFields }) {
  const t = useText()
  const fields = overtimeFields[kind]
  const isOn: unknown = Form.useWatch(fields.on)
  useFolded(fields.on, t(fields.title))
  return (
    <>
      <Form.Item name={fields.on} label={t(fields.title)} valuePropName="checked">
        <Switch aria-label={t('attendance:form.overtimeOn')} />
      </Form.Item>
      {isOn === true && (
        <div className="attendance-pair">
          <FormField name={fields.hours} label={t('attendance:form.overtimeHours')}>
            <InputNumber min={0} max={24} step={0.5} />
          </FormField>
          <FormField name={fields.from} label={t('attendance:form.overtimeFrom')}>
            <MinuteInput allowsNone />
          </FormField>
        </div>
      )}
    </>
  )
}

function Where() {
  const t = useText()
  const areas = useQuery(areaList)
  return (
    <FormFold title={t('attendance:form.where')}>
      <FormField name="areaIds" label={t('attendance:form.areas')} hint={t('attendance:form.areasHint')}>
        <Select
          labelRender={nameLabel}
          mode="multiple"
          optionFilterProp="label"
          loading={areas.isPending}
          options={(areas.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormField>
      <FormField name="timeZone" label={t('attendance:form.zone')}>
        <FormZone allowClear placeholder={t('attendance:form.zoneNone')} />
      </FormField>
    </FormFold>
  )
}
