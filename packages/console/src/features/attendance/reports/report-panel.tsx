import { languages } from '@gatehouse/contract/envelope.ts'
import {
  type AttendanceReport,
  getAttendanceReport,
  reportSettings,
  sendAttendanceReport,
  updateAttendanceReport,
} from '@gatehouse/contract/features/attendance/reports.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber, Select } from 'antd'
import { call } from '../../../api/call.ts'
import { mutationOf, queryOf } from '../../../api/query.ts'
import { useText } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { languageNames } from '../../../lib/language-names.ts'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { NoMailNotice } from '../../../parts/mail/no-mail-notice.tsx'

const reportQuery = queryOf(getAttendanceReport)

/** `report`: who gets the figures of each month by e-mail. */
export function ReportPanel() {
  const t = useText()
  const { data, error, refetch } = useQuery(reportQuery)
  const { close } = usePanelRoute(pathTo('attendanceStatistics'))
  if (data) return <ReportForm report={data} onClose={close} />
  return (
    <DetailPanel title={t('attendance:report.title')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

function ReportForm({ report, onClose }: { report: AttendanceReport; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const isFresh = report.recipients.length === 0
  return (
    <FormPanel
      title={t('attendance:report.title')}
      schema={reportSettings}
      initial={isFresh ? { ...report, language: currentLanguage() } : report}
      submitLabel={t('form:save')}
      onSubmit={(body) => call(updateAttendanceReport, { body })}
      onSaved={(saved) => {
        client.setQueryData(reportQuery.queryKey, saved)
        toast.done(t(saved.recipients.length === 0 ? 'attendance:report.off' : 'attendance:report.saved'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('attendance:report.intro')}</p>
      {!report.canMail && <NoMailNotice />}
      <FormField
        name="recipients"
        label={t('attendance:report.recipients')}
        hint={t('attendance:report.recipientsHint')}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
      </FormField>
      <FormField name="dayOfMonth" label={t('attendance:report.day')} hint={t('attendance:report.dayHint')}>
        <InputNumber min={2} max={28} precision={0} />
      </FormField>
      <FormField name="language" label={t('attendance:report.language')}>
        <Select options={languages.map((value) => ({ value, label: languageNames[value] }))} />
      </FormField>
      <SendNow report={report} />
    </FormPanel>
  )
}

/** Sends last month's current figures to the saved recipients. */
function SendNow({ report }: { report: AttendanceReport }) {
  const t = useText()
  const toast = useToast()
  const send = useMutation({
    ...mutationOf(sendAttendanceReport),
    onSuccess: ({ month, recipients }) => toast.done(t('attendance:report.sent', { month, count: recipients })),
    onError: toast.failed,
  })
  const isUnaddressed = report.recipients.length === 0
  return (
    <p>
      <Button disabled={isUnaddressed || !report.canMail} loading={send.isPending} onClick={() => send.mutate()}>
        {t('attendance:report.sendNow')}
      </Button>
      {isUnaddressed && <span> {t('attendance:report.saveFirst')}</span>}
    </p>
  )
}
