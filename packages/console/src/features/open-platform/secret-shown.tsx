import { Button } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** A secret, the only time that it is seen. */
export function SecretShown({ appKey, secret, onKept }: { appKey?: string; secret: string; onKept: () => void }) {
  const t = useText()
  const value = (text: string, what: string) => ({
    label: what,
    value: (
      <CopyText text={text} what={what}>
        <code>{text}</code>
      </CopyText>
    ),
  })
  return (
    <div className="platform-secret">
      <Notice kind="attention" title={t('platform:secret.title')}>
        {t('platform:secret.text')}
      </Notice>
      <DetailList
        items={[
          ...(appKey === undefined ? [] : [value(appKey, t('platform:key.appKey'))]),
          value(secret, t('platform:key.secret')),
        ]}
      />
      <Button type="primary" onClick={onKept}>
        {t('platform:secret.done')}
      </Button>
    </div>
  )
}
