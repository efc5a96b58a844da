import {
  previewAttendanceRule,
  type AttendanceRuleDetail,
  type RulePreview,
} from '@gatehouse/contract/features/attendance/rules.ts'
import { type AttendanceSum } from '@gatehouse/contract/features/attendance/days.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { errorText } from '../../../ui/feedback/error-text.ts'
import { bodyOf } from '../../../ui/form/form-schema.ts'
import { attendanceFacts } from '../attendance-words.ts'
import { ruleBodyOf, ruleForm } from './rule-form-schema.ts'

/** antd gives its values untyped. */
const fieldsOf = (values: unknown) => z.record(z.string(), z.unknown()).parse(values)

type State = { kind: 'idle' | 'busy' } | { kind: 'shown'; preview: RulePreview } | { kind: 'failed'; error: unknown }

/** The result of last month under the rule in the form; nothing is saved. */
export function RulePreviewButton({ rule }: { rule: AttendanceRuleDetail }) {
  const t = useText()
  const form = Form.useFormInstance<Record<string, unknown>>()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const ask = async () => {
    setState({ kind: 'busy' })
    try {
      await form.validateFields()
      const { settings } = ruleBodyOf(bodyOf(ruleForm, fieldsOf(form.getFieldsValue(true))))
      setState({
        kind: 'shown',
        preview: await call(previewAttendanceRule, { params: { id: rule.id }, body: { settings } }),
      })
    } catch (error) {
      setState(error instanceof Error ? { kind: 'failed', error } : { kind: 'idle' })
    }
  }
  return (
    <section className="attendance-preview">
      <Button loading={state.kind === 'busy'} onClick={() => void ask()}>
        {t('attendance:preview.action')}
      </Button>
      {state.kind === 'failed' && <p role="alert">{errorText(state.error, t)}</p>}
      {state.kind === 'shown' && <Preview preview={state.preview} />}
    </section>
  )
}

function Preview({ preview }: { preview: RulePreview }) {
  const t = useText()
  const rows = attendanceFacts.map((fact) => ({
    key: fact,
    label: t(`shared:attendanceFact.${fact}`),
    read: (sum: AttendanceSum) => sum[fact],
  }))
  return (
    <div role="status">
      <h3>{t('attendance:preview.title', { month: preview.month })}</h3>
      <p>{t('attendance:preview.people', { count: preview.personCount, changed: preview.changedPersonCount })}</p>
      {preview.changedPersonCount === 0 ? (
        <p>{t('attendance:preview.same')}</p>
      ) : (
        <table className="attendance-table">
          <thead>
            <tr>
              <th scope="col">{t('attendance:preview.figure')}</th>
              <th scope="col">{t('attendance:preview.before')}</th>
              <th scope="col">{t('attendance:preview.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, read }) => (
              <tr key={key} data-differs={read(preview.before) !== read(preview.after) || undefined}>
                <th scope="row">{label}</th>
                <td>{read(preview.before)}</td>
                <td>{read(preview.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
