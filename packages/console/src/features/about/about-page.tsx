import { useQuery } from '@tanstack/react-query'
import { serverVersionQuery, userTypeQuery } from '../../api/server-queries.ts'
import { useText } from '../../i18n/i18n.ts'
import { copyrightYears } from '../../lib/copyright-years.ts'
import { documentationPath } from '../../lib/documentation-path.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import './about-page.css'

/** LAY-09: version code and release date, edition, and the documents that the product ships. */
export function Component() {
  const t = useText()
  const version = useQuery(serverVersionQuery)
  const type = useQuery(userTypeQuery)
  const edition = type.data?.type === 1 ? t('frame:edition.cloud') : t('frame:edition.enterprise')
  return (
    <>
      <PageHeader title={t('about:title')} purpose={t('about:purpose')} />
      <section className="about">
        <img src="/favicon.svg" alt="" width="56" height="56" />
        {version.error ? (
          <ErrorPanel error={version.error} onRetry={() => void version.refetch()} />
        ) : (
          <dl className="facts">
            <dt>{t('about:version')}</dt>
            <dd>{version.data?.version ?? '…'}</dd>
            <dt>{t('about:date')}</dt>
            <dd>{version.data?.date ?? '…'}</dd>
            <dt>{t('about:edition')}</dt>
            <dd>{type.data ? edition : '…'}</dd>
          </dl>
        )}
        <div className="about-documents">
          <h2>{t('about:documents')}</h2>
          <ul>
            <li>
              <a href={documentationPath('introduction')}>{t('about:introduction')}</a>
            </li>
            <li>
              <a href={documentationPath('help')}>{t('about:help')}</a>
            </li>
            <li>
              <a href="/api/docs">{t('about:api')}</a>
            </li>
            <li>
              <a href={documentationPath('privacy')}>{t('about:privacy')}</a>
            </li>
            <li>
              <a href={documentationPath('terms')}>{t('about:terms')}</a>
            </li>
          </ul>
        </div>
        <p className="about-foot">
          © {copyrightYears()} Gatehouse · {t('about:licences')}
        </p>
      </section>
    </>
  )
}
