import { FileTextOutlined } from '@ant-design/icons'
import { readHolidayFile } from '@gatehouse/contract/holiday-file.ts'
import { Button, Input } from 'antd'
import { useRef } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { dateProblems } from './rule-form-schema.ts'

/** Larger than any year's holidays; a whole address book by mistake is not read. */
const largestFile = 512_000

type Props = { id?: string; value?: string; onChange?: (lines: string) => void }

/** Dates, one on each line; a calendar file adds those it has. */
export function DateLines({ id, value = '', onChange }: Props) {
  const t = useText()
  const file = useRef<HTMLInputElement>(null)
  const problems = dateProblems(value)
  const read = async (chosen: File) => {
    if (chosen.size > largestFile) return
    const { holidays } = readHolidayFile(await chosen.text())
    const lines = holidays.map(({ on, remark, isYearly }) =>
      [on, remark.replaceAll(',', ' '), isYearly ? 'yearly' : ''].join(', ').replace(/(, )+$/, ''),
    )
    onChange?.([...new Set([...value.split('\n').filter((line) => line.trim() !== ''), ...lines])].join('\n'))
  }
  return (
    <div className="attendance-dates">
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        autoSize={{ minRows: 2, maxRows: 10 }}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {problems.slice(0, 3).map(({ line, text }) => (
        <p key={line} className="attendance-problem" role="alert">
          {t('attendance:form.dateProblem', { line, text })}
        </p>
      ))}
      <Button icon={<FileTextOutlined aria-hidden />} onClick={() => file.current?.click()}>
        {t('attendance:form.importFile')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".ics,.csv,text/calendar,text/csv"
        aria-label={t('attendance:form.importFile')}
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          target.value = ''
          if (chosen) void read(chosen)
        }}
      />
    </div>
  )
}
