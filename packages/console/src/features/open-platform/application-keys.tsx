import { type Application, deleteKey, type OpenKey, rotateKey } from '@gatehouse/contract/features/open-platform.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { SecretShown } from './secret-shown.tsx'
import { useRotation } from './use-rotation.tsx'

/** The keys of an application and their scopes. */
export function ApplicationKeys({ application }: { application: Application }) {
  const t = useText()
  const navigate = useNavigate()
  const open = (id: string) =>
    void navigate(pathTo('openPlatform', { below: `${application.id}/keys/${id}`, query: { tab: 'keys' } }))
  const isApproved = application.whitelist.length > 0
  return (
    <>
      <div className="platform-head">
        <p>{isApproved ? t('platform:key.intro') : t('platform:key.notYet')}</p>
        {isApproved && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open('new')}>
            {t('platform:key.add')}
          </Button>
        )}
      </div>
      {application.keys.length === 0 ? (
        <EmptyState isSmall title={t('platform:key.empty.title')} text={t('platform:key.empty.text')} />
      ) : (
        <ul className="platform-list">
          {application.keys.map((key) => (
            <KeyItem key={key.id} openKey={key} onEdit={() => open(key.id)} />
          ))}
        </ul>
      )}
    </>
  )
}

function KeyItem({ openKey, onEdit }: { openKey: OpenKey; onEdit: () => void }) {
  const t = useText()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const rotation = useRotation()
  const { id, name, appKey, scopes, lastUsedAt, previousValidToAt } = openKey
  const end = () =>
    void confirmDelete({
      title: t('platform:key.deleteTitle', { name }),
      text: t('platform:key.deleteText'),
      action: t('platform:key.deleteButton'),
      ends: [id],
      run: async () => {
        await callAndRefresh(deleteKey, { params: { id } })
        toast.done(t('platform:key.deleted', { name }))
      },
    })
  const rotate = () =>
    rotation.ask({
      title: t('platform:key.rotateTitle', { name }),
      text: t('platform:key.rotateText'),
      rotate: async (overlapHours) => {
        const issued = await callAndRefresh(rotateKey, { params: { id }, body: { overlapHours } })
        return issued
      },
    })
  return (
    <li>
      <div className="platform-item">
        <strong>{name}</strong>
        <CopyText text={appKey} what={t('platform:key.appKey')}>
          <code>{appKey}</code>
        </CopyText>
        <small>{scopes.map((scope) => t(`platform:scope.${scope}`)).join(' · ')}</small>
        <small>
          <Dated>
            {t('platform:key.made', { at: companyTime(openKey.createdAt, 'minute'), name: openKey.createdBy })}
          </Dated>{' '}
          ·{' '}
          <Dated>
            {lastUsedAt ? t('platform:key.used', { at: companyTime(lastUsedAt, 'minute') }) : t('platform:key.unused')}
          </Dated>
        </small>
        {previousValidToAt && (
          <small>
            <Dated>{t('platform:key.overlap', { at: companyTime(previousValidToAt, 'minute') })}</Dated>
          </small>
        )}
      </div>
      <div className="platform-actions">
        <Button onClick={onEdit}>{t('platform:key.edit')}</Button>
        <Button onClick={rotate}>{t('platform:key.rotate')}</Button>
        <Button danger onClick={end}>
          {t('platform:key.delete')}
        </Button>
      </div>
      {rotation.secret && <SecretShown appKey={appKey} secret={rotation.secret} onKept={rotation.clear} />}
    </li>
  )
}
