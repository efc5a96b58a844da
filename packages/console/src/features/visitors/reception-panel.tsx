import { renewWalkInLink } from '@gatehouse/contract/features/visits.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { QrCodeCard } from '../../ui/qr/qr-code-card.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { VisitMailNotice } from './visit-mail-notice.tsx'
import { walkInLink } from './visitor-queries.ts'

/** `/manmgt/visitor/reception`: the code by which people without an invitation ask to be let in. */
export function ReceptionPanel() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('visitor'))
  const link = useQuery(walkInLink)
  const make = async () => {
    await callAndRefresh(renewWalkInLink)
  }
  const renew = () =>
    void confirm(
      {
        title: t('visitors:visit.receptionRenewTitle'),
        text: t('visitors:visit.receptionRenewText'),
        action: t('visitors:visit.receptionRenew'),
        run: make,
      },
      { isDangerous: true },
    )
  return (
    <DetailPanel title={t('visitors:reception')} width={480} onClose={panel.close}>
      <VisitMailNotice />
      {link.isPending ? (
        <DetailSkeleton lines={6} />
      ) : link.isError ? (
        <ErrorPanel error={link.error} onRetry={() => void link.refetch()} />
      ) : link.data === null ? (
        <EmptyState
          isSmall
          title={t('visitors:visit.receptionNone')}
          text={t('visitors:visit.receptionText')}
          action={
            <Button type="primary" onClick={() => void make().catch(toast.failed)}>
              {t('visitors:visit.receptionMake')}
            </Button>
          }
        />
      ) : (
        <section className="visit-link">
          <p>{t('visitors:visit.receptionText')}</p>
          <QrCodeCard
            text={link.data.url}
            name={t('visitors:reception')}
            printed={t('visitors:visit.receptionPrinted')}
            fileName="reception"
          />
          <CopyText text={link.data.url} what={t('visitors:reception')} />
          <Button danger onClick={renew}>
            {t('visitors:visit.receptionRenew')}
          </Button>
        </section>
      )}
    </DetailPanel>
  )
}
