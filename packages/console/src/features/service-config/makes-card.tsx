import { type MakeSwitch, switchMake } from '@gatehouse/contract/features/service-config/device-makes.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { makeHelpPath } from '../../lib/make-help-path.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { PinGiving } from './pin-giving.tsx'
import { makesQuery } from './service-config-queries.ts'

/** Makes of terminals whose protocol protects little: an administrator who switches them on reads first what it cannot protect. */
export function MakesCard() {
  const t = useText()
  const { data, error, refetch } = useQuery(makesQuery)
  return (
    <SettingsSection title={t('service:makes.title')} text={t('service:makes.text')} anchor="makes">
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailSkeleton lines={2} />}
      {data?.map((one) => (
        <OneMake key={one.make} one={one} />
      ))}
      <PinGiving />
    </SettingsSection>
  )
}

function OneMake({ one: { make, isOn, isByOperator, port, devices } }: { one: MakeSwitch }) {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const name = t(`service:makes.name.${make}`)
  const turn = (isOn: boolean) => async () => {
    await callAndRefresh(switchMake, { params: { make }, body: { isOn } })
    toast.done(t(isOn ? 'service:makes.turnedOn' : 'service:makes.turnedOff', { name }))
  }
  const turnOn = () =>
    void confirm({
      title: t('service:makes.onTitle', { name }),
      text: <Risks />,
      action: t('service:makes.on', { name }),
      run: turn(true),
    })
  const turnOff = () =>
    void confirm({
      title: t('service:makes.offTitle', { name }),
      text: t('service:makes.offText', { count: devices }),
      action: t('service:makes.off', { name }),
      run: turn(false),
    })
  return (
    <>
      <DetailList
        items={[
          { label: name, value: t(isOn ? 'service:makes.isOn' : 'service:makes.isOff') },
          { label: t('service:makes.devices'), value: String(devices) },
          ...(isOn && port !== null ? [{ label: t('service:makes.port'), value: String(port) }] : []),
        ]}
      />
      {isOn && <Risks />}
      {isByOperator && <p>{t('service:makes.byOperator')}</p>}
      <div className="settings-section-buttons">
        {!isByOperator && (
          <Button onClick={isOn ? turnOff : turnOn}>
            {t(isOn ? 'service:makes.off' : 'service:makes.on', { name })}
          </Button>
        )}
        {isOn && <Link to={pathTo('deviceList', { below: 'new' })}>{t('service:makes.add')}</Link>}
        <a href={makeHelpPath(make)} target="_blank" rel="noreferrer">
          {t('service:makes.help', { name })}
        </a>
      </div>
    </>
  )
}

/** The risks of such a protocol, and what helps. */
function Risks() {
  const t = useText()
  return (
    <>
      {(['open', 'claims', 'helps'] as const).map((risk) => (
        <span key={risk} className="service-risk">
          {t(`service:makes.risk.${risk}`)}
        </span>
      ))}
    </>
  )
}
