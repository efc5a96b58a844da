import { Button } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { canInstall, installApp, onInstallOffer } from '../../lib/app-install.ts'
import { isInstalled } from '../../lib/app-worker.ts'
import { canShowNotices, hasNotices, onNotices, turnOffNotices, turnOnNotices } from '../../lib/notices.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { PushBrowsers } from './push-browsers.tsx'

/** Whether this browser shows notices outside of the page, and the console as an app of its own. The browser asks after a press only. */
export function NoticesSection() {
  const t = useText()
  const isOn = useSyncExternalStore(onNotices, hasNotices)
  const isOffered = useSyncExternalStore(onInstallOffer, canInstall)
  return (
    <SettingsSection title={t('accounts:notices.title')} text={t('accounts:notices.text')} anchor="notices">
      {canShowNotices() ? (
        <Switching />
      ) : (
        <p>{t(isSecureContext ? 'accounts:notices.unsupported' : 'accounts:notices.insecure')}</p>
      )}
      <PushBrowsers mayAdd={isOn} />
      {isInstalled() ? (
        <p>{t('accounts:notices.installed')}</p>
      ) : (
        isOffered && (
          <div className="settings-section-buttons">
            <Button onClick={() => void installApp()}>{t('accounts:notices.install')}</Button>
          </div>
        )
      )}
    </SettingsSection>
  )
}

function Switching() {
  const t = useText()
  const isOn = useSyncExternalStore(onNotices, hasNotices)
  const [isBlocked, setIsBlocked] = useState(() => Notification.permission === 'denied')
  if (isBlocked) return <p role="status">{t('accounts:notices.blocked')}</p>
  const turnOn = async () => {
    await turnOnNotices()
    setIsBlocked(Notification.permission === 'denied')
  }
  return isOn ? (
    <>
      <p role="status">{t('accounts:notices.isOn')}</p>
      <div className="settings-section-buttons">
        <Button onClick={turnOffNotices}>{t('accounts:notices.off')}</Button>
      </div>
    </>
  ) : (
    <div className="settings-section-buttons">
      <Button onClick={() => void turnOn()}>{t('accounts:notices.on')}</Button>
    </div>
  )
}
