import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { Link } from 'react-router'
import { serverVersionQuery, userTypeQuery } from '../api/server-queries.ts'
import { useText } from '../i18n/i18n.ts'
import { copyrightYears } from '../lib/copyright-years.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'

/** LAY-09: edition, release date, copyright; the title says which edition it is. */
export function VersionDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const version = useQuery(serverVersionQuery)
  const type = useQuery(userTypeQuery)
  const edition = type.data?.type === 1 ? 'cloud' : 'enterprise'
  const title = t(`frame:versionDialog.${edition}`)
  return (
    <Modal open title={type.data ? title : t('frame:product')} onCancel={onClose} footer={null} width={400}>
      {version.error ? (
        <ErrorPanel error={version.error} onRetry={() => void version.refetch()} />
      ) : (
        <dl className="facts">
          <dt>{t('frame:versionDialog.edition')}</dt>
          <dd>{type.data ? t(`frame:edition.${edition}`) : '…'}</dd>
          <dt>{t('frame:versionDialog.version')}</dt>
          <dd>{version.data?.version ?? '…'}</dd>
          <dt>{t('frame:versionDialog.date')}</dt>
          <dd>{version.data?.date ?? '…'}</dd>
        </dl>
      )}
      <p className="facts-foot">
        {t('frame:footer.copyright', { years: copyrightYears() })} ·{' '}
        <Link to="/about" onClick={onClose}>
          {t('frame:versionDialog.more')}
        </Link>
      </p>
    </Modal>
  )
}
