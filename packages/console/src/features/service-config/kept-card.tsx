import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'

/** Links to the settings of retention: each is on the page of its subject, and people look for it here. */
export function KeptCard() {
  const t = useText()
  return (
    <SettingsSection title={t('service:kept.title')} text={t('service:kept.text')}>
      <ul className="service-links">
        <li>
          <Link to={pathTo('signRecord', { below: 'settings' })}>{t('service:kept.records')}</Link>
        </li>
        <li>
          <Link to={pathTo('deviceAlarm', { below: 'settings' })}>{t('service:kept.alarms')}</Link>
        </li>
        <li>
          <Link to={pathTo('dashboard', { below: 'storage' })}>{t('service:kept.disk')}</Link>
        </li>
      </ul>
    </SettingsSection>
  )
}
