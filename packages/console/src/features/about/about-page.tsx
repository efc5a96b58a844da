import { useQuery } from '@tanstack/react-query'
import { serverVersionQuery, userTypeQuery } from '../../api/server-queries.ts'
import { useText } from '../../i18n/i18n.ts'
import { copyrightYears } from '../../lib/copyright-years.ts'
import { documentationPath } from '../../lib/documentation-path.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import './about-page.css'

const documents = [
  [documentationPath('introduction'), 'about:introduction'],
  [documentationPath('help'), 'about:help'],
  ['/api/docs', 'about:api'],
  [documentationPath('privacy'), 'about:privacy'],
  [documentationPath('terms'), 'about:terms'],
] as const

/** LAY-09: version code and release date, edition, and the documents that the product ships. */
export function Component() {
  const t = useText()
  const version = useQuery(serverVersionQuery)
  const type = useQuery(userTypeQuery)
  const edition = type.data?.type === 1 ? t('frame:edition.cloud') : t('frame:edition.enterprise')
  return (
    <>
      <PageHeader title={t('about:title')} purpose={t('about:purpose')} />
      <SettingsSection title={t('about:product')}>
        {version.error ? (
          <ErrorPanel error={version.error} onRetry={() => void version.refetch()} />
        ) : (
          <DetailList
            items={[
              { label: t('about:version'), value: version.data?.version ?? '…' },
              { label: t('about:date'), value: version.data?.date ?? '…' },
              { label: t('about:edition'), value: type.data ? edition : '…' },
            ]}
          />
        )}
        <p className="settings-section-quiet">
          © {copyrightYears()} Gatehouse · {t('about:licences')}
        </p>
      </SettingsSection>
      <SettingsSection title={t('about:documents')} text={t('about:documentsText')}>
        <ul className="about-documents">
          {documents.map(([to, text]) => (
            <li key={to}>
              <a href={to}>{t(text)}</a>
            </li>
          ))}
        </ul>
      </SettingsSection>
    </>
  )
}
