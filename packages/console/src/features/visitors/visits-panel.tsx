import { decideVisit, renewVisitLink, type Visit, withdrawVisit } from '@gatehouse/contract/features/visits.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { Period } from '../../ui/detail/detail-instant.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { AlikeFaces, BlacklistedPhones } from '../../parts/face/face-alike.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { OfPhotographs } from '../../parts/face/of-photographs.tsx'
import { isInDoubt } from '../../parts/face/sent-doubt.ts'
import { SentPortraits } from '../../parts/face/sent-portraits.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { LinkPanel, type MadeLink } from './visit-invite-panel.tsx'
import { visitorPath } from './visitor-columns.tsx'
import { visitDetail, visitList } from './visitor-queries.ts'
import { Segments } from '../../ui/page/segments.tsx'

const meanings = {
  invited: 'none',
  pending: 'attention',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'none',
} as const

/** `/manmgt/visitor/visits`: invitations and walk-ins, and the decisions about them. */
export function VisitsPanel() {
  const t = useText()
  const panel = usePanelRoute(pathTo('visitor'))
  const [isPendingOnly, setIsPendingOnly] = useState(true)
  const [made, setMade] = useState<MadeLink | null>(null)
  if (made) return <LinkPanel made={made} onClose={() => setMade(null)} />
  return (
    <DetailPanel title={t('visitors:visits')} width={560} onClose={panel.close}>
      <p>{t('visitors:visit.listPurpose')}</p>
      <Segments
        label={t('visitors:column.status')}
        value={isPendingOnly ? 'pending' : 'all'}
        options={[
          { value: 'pending', label: t('visitors:visit.onlyPending') },
          { value: 'all', label: t('visitors:visit.all') },
        ]}
        onChange={(shown) => setIsPendingOnly(shown === 'pending')}
      />
      <VisitList state={isPendingOnly ? 'pending' : undefined} onLink={setMade} />
    </DetailPanel>
  )
}

/** The visits that wait for an answer, as a list of the page. */
export const WaitingVisits = () => (
  <div className="visits-waiting">
    <VisitList state="pending" />
  </div>
)

/** `onLink`: shows the new link of an invitation, of which there are none among those that wait. */
type OnLink = { onLink?: (made: MadeLink) => void }
type ListProps = OnLink & { state: 'pending' | undefined }

function VisitList({ state, onLink }: ListProps) {
  const t = useText()
  const visits = useInfiniteQuery(visitList(state))
  const items = visits.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {visits.isPending ? (
        <DetailSkeleton lines={6} />
      ) : visits.isError ? (
        <ErrorPanel error={visits.error} onRetry={() => void visits.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState isSmall title={t('visitors:visit.emptyTitle')} text={t('visitors:visit.emptyText')} />
      ) : (
        <ul className="visit-list">
          {items.map((visit) => (
            <VisitItem key={visit.id} visit={visit} {...(onLink && { onLink })} />
          ))}
        </ul>
      )}
      {visits.hasNextPage && (
        <Button loading={visits.isFetchingNextPage} onClick={() => void visits.fetchNextPage()}>
          {t('visitors:visit.older')}
        </Button>
      )}
    </>
  )
}

function VisitItem({ visit, onLink }: OnLink & { visit: Visit }) {
  const t = useText()
  const { name, company, host, state, kind } = visit
  const can = useCan()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  return (
    <li aria-label={name}>
      <FaceThumbnail kind="portrait" imageId={visit.portraitId} />
      <div className="visit-words">
        <strong>{[name, company].filter(Boolean).join(' · ')}</strong>
        <span>
          {t(`shared:visitKind.${kind}`)} · <Period from={visit.validFromAt} to={visit.validToAt} />
        </span>
        {(host ?? visit.purpose) && <span>{[host?.name, visit.purpose].filter(Boolean).join(' · ')}</span>}
        <StatusMark meaning={meanings[state]}>{t(`shared:visitState.${state}`)}</StatusMark>
        {visit.decidedBy && <span>{t('visitors:visit.by', { name: visit.decidedBy })}</span>}
        {visit.reason && <span>{visit.reason}</span>}
        {visit.personId && <Link to={visitorPath(visit.personId)}>{t('visitors:visit.open', { name })}</Link>}
        {state === 'pending' && (
          <>
            <Photographs
              id={visit.id}
              name={name}
              leftOut={leftOut}
              onChange={can('visitor.write') ? setLeftOut : undefined}
            />
            <Known id={visit.id} />
          </>
        )}
        <VisitButtons visit={visit} leftOut={leftOut} {...(onLink && { onLink })} />
      </div>
    </li>
  )
}

type PhotographsProps = {
  id: string
  name: string
  leftOut: readonly string[]
  onChange: ((leftOut: readonly string[]) => void) | undefined
}

/** All photographs of a visitor who sent more than the one that the list shows. */
function Photographs({ id, ...props }: PhotographsProps) {
  const t = useText()
  const { data } = useQuery(visitDetail(id))
  if (!data || data.portraitIds.length < 2) return null
  return (
    <>
      <p>{t('form:portrait.sent.text')}</p>
      <SentPortraits portraitIds={data.portraitIds} {...props} />
    </>
  )
}

/** The people who have this phone number or this face already, shown before the approval. */
function Known({ id }: { id: string }) {
  const t = useText()
  const { data } = useQuery(visitDetail(id))
  if (!data) return null
  const { samePhone, endsVisit, blacklistedPhones, alike, portraitIds } = data
  return (
    <>
      <BlacklistedPhones people={blacklistedPhones} />
      {samePhone && (
        <Link to={visitorPath(samePhone.id)}>{t('visitors:visit.samePhone', { name: samePhone.name })}</Link>
      )}
      {samePhone?.doubt && (
        <div className="face-alike" data-danger>
          <OfPhotographs ids={samePhone.doubtful} among={portraitIds} />
          <strong>{t(`visitors:visit.doubt.${samePhone.doubt}`, { name: samePhone.name })}</strong>
        </div>
      )}
      {samePhone && endsVisit && (
        <div className="face-alike">
          <strong>
            {t('visitors:visit.endsVisit', {
              name: samePhone.name,
              from: companyTime(endsVisit.validFromAt, 'minute'),
              to: companyTime(endsVisit.validToAt, 'minute'),
            })}
          </strong>
        </div>
      )}
      {alike.length > 0 && (
        <div className="face-alike" data-danger={alike.some(({ kind }) => kind === 'blacklisted') || undefined}>
          <strong>{t('visitors:visit.alike')}</strong>
          <p>{t('form:portrait.duplicate.advice')}</p>
          <AlikeFaces alike={alike} among={portraitIds} />
        </div>
      )}
    </>
  )
}

type ButtonsProps = OnLink & { visit: Visit; leftOut: readonly string[] }

function VisitButtons({ visit, leftOut, onLink }: ButtonsProps) {
  const t = useText()
  const can = useCan()
  const confirm = useConfirm()
  const toast = useToast()
  const client = useQueryClient()
  const detail = useQuery({ ...visitDetail(visit.id), enabled: visit.state === 'pending' })
  const { id, name, state } = visit
  const onError = (error: unknown) => {
    toast.failed(error)
    // somebody else was first, perhaps
    void client.invalidateQueries({ queryKey: ['visitors'] })
  }
  const approve = useMutation({
    ...mutationOf(decideVisit),
    onSuccess: () => toast.done(t('visitors:visit.approvedOne', { name })),
    onError,
  })
  const renew = useMutation({ ...mutationOf(renewVisitLink), onSuccess: (made) => onLink?.(made), onError })
  if (state !== 'pending' && state !== 'invited') return null
  if (!can('visitor.write')) return state === 'pending' && <span>{t('visitors:visit.whoDecides')}</span>
  const { endsVisit, portraitIds = [] } = detail.data ?? {}
  const isDoubtful = detail.data ? isInDoubt(detail.data, leftOut) || Boolean(endsVisit) : false
  const refuse = () => {
    let reason = ''
    confirm(
      {
        title: t('visitors:visit.refuseTitle', { name }),
        action: t('visitors:visit.refuse'),
        extra: (
          <label className="visit-reason">
            {t('visitors:visit.reason')}
            <Input maxLength={255} onChange={({ target }) => (reason = target.value)} />
          </label>
        ),
        run: async () => {
          await call(decideVisit, { params: { id }, body: { isApproved: false, reason, force: false } })
          toast.done(t('visitors:visit.refusedOne', { name }))
        },
      },
      { isDangerous: true },
    )
  }
  const withdraw = () =>
    void confirm(
      {
        title: t('visitors:visit.withdrawTitle', { name }),
        text: t('visitors:visit.withdrawText'),
        action: t('visitors:visit.withdraw'),
        run: async () => {
          await call(withdrawVisit, { params: { id } })
        },
      },
      { isDangerous: true },
    )
  return (
    <div className="visit-buttons">
      {state === 'pending' ? (
        <>
          <Button
            type="primary"
            danger={isDoubtful}
            loading={approve.isPending}
            disabled={detail.isPending || (portraitIds.length > 0 && portraitIds.every((one) => leftOut.includes(one)))}
            onClick={() =>
              approve.mutate({
                params: { id },
                body: { isApproved: true, reason: null, force: isDoubtful, leaveOut: [...leftOut] },
              })
            }
          >
            {t(isDoubtful ? 'visitors:visit.approveAnyway' : 'visitors:visit.approve')}
          </Button>
          <Button onClick={refuse}>{t('visitors:visit.refuse')}</Button>
        </>
      ) : (
        <>
          <Button loading={renew.isPending} onClick={() => renew.mutate({ params: { id } })}>
            {t('visitors:visit.renew')}
          </Button>
          <Button onClick={withdraw}>{t('visitors:visit.withdraw')}</Button>
        </>
      )}
    </div>
  )
}
