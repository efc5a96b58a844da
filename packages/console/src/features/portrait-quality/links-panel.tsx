import type { askForPortraits } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { copyText, CopyText } from '../../ui/page/copy-text.tsx'

export type MadeLinks = Reply<typeof askForPortraits>

/** The links that ask people for a new photograph, which are shown only once: who has one by mail, and which are to be passed on. */
export function LinksPanel({ made, onClose }: { made: MadeLinks; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const unsent = made.links.filter(({ isMailed }) => !isMailed)
  const copyAll = async () => {
    if (await copyText(unsent.map(({ name, url }) => `${name}\t${url}`).join('\n')))
      toast.done(t('portraitQuality:links.copied'))
  }
  return (
    <DetailPanel
      title={t('portraitQuality:links.title')}
      width={520}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('portraitQuality:links.done')}
        </Button>
      }
    >
      <p role="status">{t('portraitQuality:links.text', { until: companyTime(made.expiresAt, 'day') })}</p>
      {made.left > 0 && <p>{t('portraitQuality:links.left', { count: made.left })}</p>}
      {unsent.length > 1 && (
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyAll()}>
          {t('portraitQuality:links.copyAll')}
        </Button>
      )}
      <ul className="portrait-links">
        {made.links.map(({ personId, name, url, isMailed }) => (
          <li key={personId}>
            <strong>{name}</strong>
            <span>{t(`portraitQuality:links.${isMailed ? 'mailed' : 'copy'}`)}</span>
            <CopyText text={url} what={t('portraitQuality:links.link', { name })} />
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}
