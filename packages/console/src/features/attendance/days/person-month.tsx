import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { useText } from '../../../i18n/i18n.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { monthOf } from '../attendance-queries.ts'
import { todayOn } from '../attendance-time.ts'
import { PhoneLinkButton } from '../punches/phone-link-button.tsx'
import { MonthView } from './month-view.tsx'

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

/** The month of one person as a calendar, at an address of its own. */
export function PersonMonth({ personId }: { personId: string }) {
  const t = useText()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const shown = month.safeParse(params.get('month')).data ?? todayOn().slice(0, 7)
  const query = useQuery(monthOf(personId, shown))
  const show = (next: string) => {
    if (month.safeParse(next).success) setParams({ month: next }, { replace: true })
  }
  const person = query.data?.person
  return (
    <>
      <PageHeader
        title={person ? t('attendance:records.calendar', { name: person.name }) : t('attendance:records.title')}
        purpose={[person?.department, person?.jobId].filter(Boolean).join(' · ')}
        actions={
          <>
            {person && <PhoneLinkButton person={person} />}
            <Button onClick={() => void navigate(pathTo('attendanceRecord'))}>
              {t('attendance:records.allPeople')}
            </Button>
          </>
        }
      />
      <MonthView
        query={query}
        month={shown}
        onMonth={show}
        picker={
          <DatePicker
            picker="month"
            format="YYYY-MM"
            className="attendance-month-input"
            aria-label={t('attendance:records.month')}
            allowClear={false}
            needConfirm={false}
            value={dayjs(`${shown}-01`)}
            onChange={(day) => day && show(day.format('YYYY-MM'))}
          />
        }
      />
    </>
  )
}
