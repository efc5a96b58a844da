import { setPinGiving } from '@gatehouse/contract/features/service-config/pin-giving.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { pinGivingQuery } from './service-config-queries.ts'

/** Whether terminals that take nothing but digits are given PINs: who switches it on reads first what that gives away. */
export function PinGiving() {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const confirm = useConfirm()
  const { data, error, refetch } = useQuery(pinGivingQuery)
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton lines={2} />
  const { isOn, people, kept } = data
  const turn = (isOn: boolean) => async () => {
    await callAndRefresh(setPinGiving, { body: { isOn } })
    toast.done(t(isOn ? 'service:pins.turnedOn' : 'service:pins.turnedOff'))
  }
  const ask = () =>
    void confirm({
      title: t(isOn ? 'service:pins.offTitle' : 'service:pins.onTitle'),
      text: isOn ? t('service:pins.offText', { count: kept }) : <GivenAway />,
      action: t(isOn ? 'service:pins.off' : 'service:pins.on'),
      run: turn(!isOn),
    })
  return (
    <>
      <DetailList
        items={[
          { label: t('service:pins.title'), value: t(isOn ? 'service:pins.isOn' : 'service:pins.isOff') },
          ...(isOn
            ? [{ label: t('service:pins.kept'), value: t('service:pins.keptOf', { kept, count: people }) }]
            : []),
        ]}
      />
      {isOn && <GivenAway />}
      {can('pin-giving.manage') ? (
        <div className="settings-section-buttons">
          <Button onClick={ask}>{t(isOn ? 'service:pins.off' : 'service:pins.on')}</Button>
        </div>
      ) : (
        <p>{t('service:pins.bySuperAdmin')}</p>
      )}
    </>
  )
}

/** The risks of giving digits away. */
function GivenAway() {
  const t = useText()
  return (
    <>
      {(['kept', 'open', 'shown', 'alone', 'before'] as const).map((risk) => (
        <span key={risk} className="service-risk">
          {t(`service:pins.risk.${risk}`)}
        </span>
      ))}
    </>
  )
}
