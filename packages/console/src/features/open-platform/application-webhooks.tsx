import { maxCountedWaiting } from '@gatehouse/contract/paging.ts'
import {
  type Application,
  deleteWebhook,
  rotateWebhook,
  testWebhook,
  type Webhook,
} from '@gatehouse/contract/features/open-platform.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { problemOf } from './problem-words.ts'
import { SecretShown } from './secret-shown.tsx'
import { useRotation } from './use-rotation.tsx'

const meanings = { off: 'none', healthy: 'good', failing: 'bad', unused: 'waiting' } as const

/** The webhooks of an application and their state. */
export function ApplicationWebhooks({ application }: { application: Application }) {
  const t = useText()
  const navigate = useNavigate()
  const open = (id: string) =>
    void navigate(pathTo('openPlatform', { below: `${application.id}/webhooks/${id}`, query: { tab: 'webhooks' } }))
  const isApproved = application.whitelist.length > 0
  return (
    <>
      <div className="platform-head">
        <p>{isApproved ? t('platform:webhook.intro') : t('platform:webhook.notYet')}</p>
        {isApproved && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open('new')}>
            {t('platform:webhook.add')}
          </Button>
        )}
      </div>
      {application.webhooks.length === 0 ? (
        <EmptyState isSmall title={t('platform:webhook.empty.title')} text={t('platform:webhook.empty.text')} />
      ) : (
        <ul className="platform-list">
          {application.webhooks.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              applicationId={application.id}
              onEdit={() => open(webhook.id)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

type ItemProps = { webhook: Webhook; applicationId: string; onEdit: () => void }

function WebhookItem({ webhook, applicationId, onEdit }: ItemProps) {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const rotation = useRotation()
  const { id, url, events, state, waiting, lastSuccessAt, failingSinceAt, lastProblem, retryAt } = webhook
  const test = useMutation({
    ...mutationOf(testWebhook, { untilShown: true }),
    onSuccess: () => toast.done(t('platform:webhook.tested')),
    onError: toast.failed,
  })
  const remove = () =>
    void confirmDelete({
      title: t('platform:webhook.deleteTitle'),
      text: t('platform:webhook.deleteText'),
      action: t('platform:webhook.deleteButton'),
      ends: [id],
      run: async () => {
        await callAndRefresh(deleteWebhook, { params: { id } })
        toast.done(t('platform:webhook.deleted'))
      },
    })
  const rotate = () =>
    rotation.ask({
      title: t('platform:webhook.rotateTitle'),
      text: t('platform:webhook.rotateText'),
      rotate: async (overlapHours) => {
        const issued = await callAndRefresh(rotateWebhook, { params: { id }, body: { overlapHours } })
        return issued
      },
    })
  return (
    <li>
      <div className="platform-item">
        <strong>{url}</strong>
        <span>
          <StatusMark meaning={meanings[state]}>{t(`platform:webhook.state.${state}`)}</StatusMark>
        </span>
        <small>
          <Dated>
            {[
              ...events.map((event) => t(`platform:webhook.event.${event}`)),
              t(waiting < maxCountedWaiting ? 'platform:webhook.waiting' : 'platform:webhook.waitingMany', {
                count: waiting,
              }),
              ...(lastSuccessAt ? [t('platform:webhook.lastSuccess', { at: companyTime(lastSuccessAt) })] : []),
            ].join(' · ')}
          </Dated>
        </small>
        {state === 'failing' && failingSinceAt && (
          <small>
            <Dated>
              {t('platform:webhook.failing', {
                at: companyTime(failingSinceAt),
                problem: problemOf(lastProblem ?? '', t),
                retry: retryAt ? companyTime(retryAt) : '–',
              })}
            </Dated>
          </small>
        )}
      </div>
      <div className="platform-actions">
        <Button disabled={!webhook.isEnabled} loading={test.isPending} onClick={() => test.mutate({ params: { id } })}>
          {t('platform:webhook.test')}
        </Button>
        <Button
          onClick={() =>
            void navigate(pathTo('openPlatform', { below: applicationId, query: { tab: 'deliveries', webhook: id } }))
          }
        >
          {t('platform:webhook.log')}
        </Button>
        <Button onClick={onEdit}>{t('platform:webhook.edit')}</Button>
        <Button onClick={rotate}>{t('platform:webhook.rotate')}</Button>
        <Button danger onClick={remove}>
          {t('platform:webhook.delete')}
        </Button>
      </div>
      {rotation.secret && <SecretShown secret={rotation.secret} onKept={rotation.clear} />}
    </li>
  )
}
