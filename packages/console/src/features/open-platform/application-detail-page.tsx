import { type Application, deleteApplication } from '@gatehouse/contract/features/open-platform.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, Outlet, useNavigate, useParams } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail/detail-tabs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { HeadMenu } from '../../ui/page/head-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { ApplicationDeliveries } from './application-deliveries.tsx'
import { ApplicationKeys } from './application-keys.tsx'
import { ApplicationWebhooks } from './application-webhooks.tsx'
import { StateMark, whitelistText } from './application-words.tsx'
import { applicationQuery } from './open-platform-queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

const base = pathTo('openPlatform')

/** One application: its review, its keys, its webhooks and their deliveries. */
export function ApplicationDetailPage() {
  const t = useText()
  const { applicationId = '' } = useParams()
  const application = useQuery(applicationQuery(applicationId))
  if (application.data) return <ApplicationDetail key={application.data.id} application={application.data} />
  if (!application.isError)
    return (
      <>
        <PageHeader title={t('platform:title')} />
        <div className="detail-card">
          <DetailSkeleton lines={12} />
        </div>
      </>
    )
  const isGone = application.error instanceof CallError && [400, 404].includes(application.error.status)
  if (!isGone) return <ErrorPanel isPage error={application.error} onRetry={() => void application.refetch()} />
  return (
    <EmptyState
      isPage
      title={t('platform:missing.title')}
      text={t('platform:missing.text')}
      action={<Link to={base}>{t('platform:missing.back')}</Link>}
    />
  )
}

function ApplicationDetail({ application }: { application: Application }) {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const { id, name } = application
  const remove = () =>
    void confirmDelete({
      title: t('platform:deleteTitle', { name }),
      text: t('platform:deleteText', {
        keys: String(application.keyCount),
        webhooks: String(application.webhookCount),
      }),
      action: t('platform:deleteButton'),
      ends: [id],
      run: async () => {
        await callAndRefresh(deleteApplication, { params: { id } })
        void navigate(base, { replace: true })
        toast.done(t('platform:deleted', { name }))
      },
    })
  return (
    <>
      <Link to={base} className="platform-back">
        {t('platform:back')}
      </Link>
      <PageHeader
        isThing
        title={name}
        meta={<StateMark state={application.state} t={t} />}
        purpose={application.description}
        actions={
          <>
            <Button onClick={() => void navigate(`${base}/${id}/edit`)}>{t('platform:edit')}</Button>
            <Button type="primary" onClick={() => void navigate(`${base}/${id}/domain`)}>
              {t(application.state === 'failed' ? 'platform:info.applyAgain' : 'platform:info.changeDomain')}
            </Button>
            <HeadMenu entries={[{ key: 'delete', label: t('platform:delete'), isDangerous: true, run: remove }]} />
          </>
        }
      />
      <ReviewNotice application={application} />
      <div className="detail-card">
        <DetailTabs
          tabs={[
            { key: 'info', label: t('platform:tab.info'), content: <Info application={application} /> },
            { key: 'keys', label: t('platform:tab.keys'), content: <ApplicationKeys application={application} /> },
            {
              key: 'webhooks',
              label: t('platform:tab.webhooks'),
              content: <ApplicationWebhooks application={application} />,
            },
            {
              key: 'deliveries',
              label: t('platform:tab.deliveries'),
              content: <ApplicationDeliveries application={application} />,
            },
          ]}
        />
      </div>
      <Outlet />
    </>
  )
}

/** The domain that waits for review, or why the last review failed. */
function ReviewNotice({ application }: { application: Application }) {
  const t = useText()
  const { pendingDomain, email, reviewDueOn, refusal, canMail } = application
  if (pendingDomain.length > 0)
    return (
      <Notice
        kind="info"
        title={<Dated>{t('platform:info.waits', { domain: pendingDomain.join('; '), due: reviewDueOn ?? '' })}</Dated>}
      >
        {canMail ? t('platform:info.mailed', { email }) : t('platform:info.noMail')}
      </Notice>
    )
  if (refusal === null) return null
  return <Notice kind="bad" title={t('platform:info.failed', { reason: refusal })} />
}

function Info({ application }: { application: Application }) {
  const t = useText()
  const { createdAt, createdBy, appliedAt, reviewedAt, reviewDueOn } = application
  return (
    <DetailList
      items={[
        { label: t('platform:column.type'), value: t(`platform:type.${application.type}`) },
        { label: t('platform:column.domain'), value: application.domain.join('; ') },
        { label: t('platform:column.pending'), value: application.pendingDomain.join('; ') },
        { label: t('platform:column.whitelist'), value: whitelistText(application, t) },
        { label: t('platform:info.email'), value: application.email },
        { label: t('platform:info.applied'), value: companyTime(appliedAt, 'minute') },
        { label: t('platform:info.due'), value: reviewDueOn },
        { label: t('platform:info.reviewed'), value: reviewedAt && companyTime(reviewedAt, 'minute') },
        {
          label: t('platform:info.created'),
          value: t('platform:info.by', { at: companyTime(createdAt, 'minute'), name: createdBy }),
        },
      ]}
    />
  )
}
