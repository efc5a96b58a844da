import type { HolidayFile } from '@gatehouse/contract/holiday-file.ts'
import { Form, Input } from 'antd'
import { useContext } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { CalendarImport, type Taken } from '../../../parts/calendar/calendar-import.tsx'
import { FormContext } from '../../../ui/form/form-context.ts'
import { FormField } from '../../../ui/form/form-field.tsx'
import { dateProblems, withDates, type RuleForm } from './rule-form-schema.ts'

/** The holidays and special working days of a rule: typed, or both at once from a calendar file. */
export function RuleCalendar() {
  const t = useText()
  const form = Form.useFormInstance<RuleForm>()
  const { fill } = useContext(FormContext)
  const take = ({ holidays, workingDays }: HolidayFile): Taken => {
    const { holidays: freeLines, specialWorkingDays: workedLines } = form.getFieldsValue()
    const free = withDates(freeLines, holidays, t('attendance:form.yearly'))
    const worked = withDates(workedLines, workingDays, t('attendance:form.yearly'))
    fill({ holidays: free.lines, specialWorkingDays: worked.lines })
    const added = free.added + worked.added
    const note = worked.added > 0 ? t('attendance:form.workedTaken', { count: worked.added }) : undefined
    return { added, known: holidays.length + workingDays.length - added, note }
  }
  return (
    <>
      <FormField name="holidays" label={t('attendance:form.holidays')} hint={t('attendance:form.datesHint')}>
        <DateLines />
      </FormField>
      <FormField name="specialWorkingDays" label={t('attendance:form.special')} hint={t('attendance:form.specialHint')}>
        <DateLines />
      </FormField>
      <Form.Item>
        <CalendarImport take={take} />
      </Form.Item>
    </>
  )
}

/** Dates, one on each line, and which lines are none. */
function DateLines({ id, value = '', onChange }: { id?: string; value?: string; onChange?: (lines: string) => void }) {
  const t = useText()
  return (
    <div className="attendance-dates">
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        autoSize={{ minRows: 2, maxRows: 10 }}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {dateProblems(value)
        .slice(0, 3)
        .map(({ line, text }) => (
          <p key={line} className="attendance-problem" role="alert">
            {t('attendance:form.dateProblem', { line, text })}
          </p>
        ))}
    </div>
  )
}
