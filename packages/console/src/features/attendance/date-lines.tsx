import { FileTextOutlined } from '@ant-design/icons'
import { readHolidayFile } from '@gatehouse/contract/holiday-file.ts'
import { getTimetable } from '@gatehouse/contract/features/timetables.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/error-text.ts'
import { timetableChoices } from './attendance-queries.ts'
import { dateProblems, lineOf } from './rule-form-schema.ts'

/** Larger than any year's holidays; a whole address book by mistake is not read. */
const largestFile = 512_000

type Dates = Parameters<typeof lineOf>[0][]
/** `hasTimetables`: the holidays of a pass timetable can be taken over. */
type Props = { id?: string; value?: string; onChange?: (lines: string) => void; hasTimetables?: boolean }

/** Dates, one on each line; a calendar file or a timetable adds those it has. */
export function DateLines({ id, value = '', onChange, hasTimetables = false }: Props) {
  const t = useText()
  const file = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = dateProblems(value)
  const add = (dates: Dates) => {
    setFailure(dates.length === 0 ? t('attendance:form.noDates') : null)
    onChange?.(
      [...new Set([...value.split('\n').filter((line) => line.trim() !== ''), ...dates.map(lineOf)])].join('\n'),
    )
  }
  const read = async (chosen: File) => {
    if (chosen.size > largestFile) setFailure(t('timetables:import.tooLarge'))
    else add(readHolidayFile(await chosen.text()).holidays)
  }
  const takeOver = async (timetableId: string) => {
    try {
      add((await call(getTimetable, { params: { id: timetableId } })).holidays)
    } catch (error) {
      setFailure(errorText(error, t))
    }
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
      {failure !== null && (
        <p className="attendance-problem" role="alert">
          {failure}
        </p>
      )}
      <Button icon={<FileTextOutlined aria-hidden />} onClick={() => file.current?.click()}>
        {t('attendance:form.importFile')}
      </Button>
      {hasTimetables && <TimetableSelect onChoose={(chosen) => void takeOver(chosen)} />}
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

/** The pass timetable whose holidays are taken over. */
function TimetableSelect({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useText()
  const timetables = useQuery(timetableChoices)
  if (!timetables.data || timetables.data.length === 0) return null
  return (
    <Select<string | null>
      aria-label={t('attendance:form.fromTimetable')}
      placeholder={t('attendance:form.fromTimetable')}
      showSearch={{ optionFilterProp: 'label' }}
      value={null}
      options={timetables.data}
      onChange={(id) => id && onChoose(id)}
    />
  )
}
