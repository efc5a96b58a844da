import { type AlarmRule, deleteAlarmRule } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callAndRefresh } from '../../api/call.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { clockOf } from '../../lib/format-date.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { devicesOf } from '../../parts/device/device-select.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { NoMailNotice } from '../../parts/mail/no-mail-notice.tsx'
import { rulesQuery } from './alarm-queries.ts'
import './alarms.css'

/** The recipients of e-mails about alarms. */
export function AlarmRulesPanel() {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useQuery(rulesQuery)
  const panel = usePanelRoute(pathTo('deviceAlarm'))
  return (
    <DetailPanel
      title={t('alarms:rules')}
      onClose={panel.close}
      footer={
        can('alarm.write') && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('rules/new')}>
            {t('alarms:rule.add')}
          </Button>
        )
      }
    >
      <p>{t('alarms:rule.intro')}</p>
      {data && !data.canMail && <NoMailNotice />}
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <DetailSkeleton lines={6} />
      ) : data.rules.length === 0 ? (
        <EmptyState isSmall title={t('alarms:rule.emptyTitle')} text={t('alarms:rule.emptyText')} />
      ) : (
        <ul className="alarm-rules">
          {data.rules.map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </DetailPanel>
  )
}

function Rule({ rule }: { rule: AlarmRule }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const panel = usePanelRoute(pathTo('deviceAlarm'))
  const { data: devices } = useQuery(devicesOf(rule.deviceIds))
  const names = devices?.map(({ name }) => name) ?? []
  const askToDelete = () =>
    confirmDelete({
      title: t('alarms:rule.deleteTitle', { name: rule.name }),
      text: t('alarms:rule.deleteText'),
      action: t('alarms:rule.deleteButton'),
      ends: [rule.id],
      run: async () => {
        await callAndRefresh(deleteAlarmRule, { params: { id: rule.id } })
        toast.done(t('alarms:rule.deleted', { name: rule.name }))
      },
    })
  return (
    <li>
      <div className="alarm-rule-head">
        <strong>{rule.name}</strong>
        <StatusMark meaning={rule.isEnabled ? 'good' : 'none'}>
          {t(rule.isEnabled ? 'alarms:rule.on' : 'alarms:rule.off')}
        </StatusMark>
      </div>
      <small>
        {rule.types.length === 0
          ? t('alarms:rule.allTypes')
          : rule.types.map((type) => t(`bell:type.${type}`)).join(t('list:comma'))}
      </small>
      <small>{rule.deviceIds.length === 0 ? t('alarms:rule.allDevices') : names.join(t('list:comma'))}</small>
      <small>
        {hoursOf(rule, t)} · {rule.recipients.join(t('list:comma'))}
      </small>
      {can('alarm.write') && (
        <div className="alarm-actions">
          <Button
            size="small"
            aria-label={t('alarms:rule.editNamed', { name: rule.name })}
            onClick={() => panel.open(`rules/${rule.id}`)}
          >
            {t('alarms:rule.edit')}
          </Button>
          <Button size="small" danger onClick={() => void askToDelete()}>
            {t('alarms:rule.delete')}
          </Button>
        </div>
      )}
    </li>
  )
}

const hoursOf = ({ fromMinute, toMinute }: AlarmRule, t: Text) =>
  fromMinute === toMinute ? t('alarms:rule.allDay') : `${clockOf(fromMinute)}–${clockOf(toMinute)}`
