import {
  choosePersonPortrait,
  listPersonPortraits,
  type PersonPortrait,
  removePersonPortraits,
} from '@gatehouse/contract/features/people/person-portraits.ts'
import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { mutationOf, queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { laterPart } from '../../lib/later-part.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FacePicture } from '../face/face-thumbnail.tsx'
import { PersonFold } from './person-page.tsx'
import type { PortraitOwner } from './person-queries.ts'
import { scoreText } from '../../lib/format-number.ts'
import './person-portraits.css'

const AddPortrait = laterPart(
  async () => (await import('./add-portrait.tsx')).AddPortrait,
  <DetailSkeleton lines={2} />,
)

/** The topic whose hints tell of a change. */
const topicOf = { staff: 'staff', visitor: 'visitors', blacklisted: 'blacklist' } as const

/** Below this similarity to the others a portrait may be somebody else's. */
const minAlike = 0.42

/** The portraits by which doors know a person: which is the main one, how alike they are, and those that were learned from passages. */
export function PersonPortraits({ person, mayWrite }: { person: PortraitOwner; mayWrite: boolean }) {
  const t = useText()
  const [isAdding, setIsAdding] = useState(false)
  const { queryKey, queryFn } = queryOf(listPersonPortraits, { params: { id: person.id } })
  const portraits = useQuery({ queryKey: [topicOf[person.kind], ...queryKey, person.stamp], queryFn })
  const { data } = portraits
  const learned = (data ?? []).filter((one) => isLearned(one) && !one.isMain).length
  const hint = data && t('personPage:portraits.count', { count: data.length })
  return (
    <PersonFold title={t('personPage:portraits.title')} {...(hint && { hint })}>
      <p className="person-portraits-purpose">{t('personPage:portraits.purpose')}</p>
      {data ? (
        <ul className="person-portraits">
          {data.map((portrait) => (
            <Portrait key={portrait.id} portrait={portrait} person={person} mayWrite={mayWrite} />
          ))}
        </ul>
      ) : portraits.isError ? (
        <ErrorPanel error={portraits.error} onRetry={() => void portraits.refetch()} />
      ) : (
        <DetailSkeleton lines={2} />
      )}
      {mayWrite && data && !isAdding && (
        <div className="person-portraits-actions">
          {data.length < maxPortraits || data.some(isLearned) ? (
            <Button onClick={() => setIsAdding(true)}>{t('personPage:portraits.add')}</Button>
          ) : (
            <span>{t('personPage:portraits.full', { count: maxPortraits })}</span>
          )}
          {learned > 0 && <ForgetLearned person={person} count={learned} />}
        </div>
      )}
      {isAdding && <AddPortrait person={person} onClose={() => setIsAdding(false)} />}
    </PersonFold>
  )
}

const isLearned = ({ source }: PersonPortrait) => source === 'learned'

type PortraitProps = { portrait: PersonPortrait; person: PortraitOwner; mayWrite: boolean }

function Portrait({ portrait, person, mayWrite }: PortraitProps) {
  const t = useText()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const choose = useMutation({ ...mutationOf(choosePersonPortrait), onError: toast.failed })
  const remove = useMutation(mutationOf(removePersonPortraits))
  const { id, isMain, source, score, addedAt } = portrait
  const params = { id: person.id }
  const came = source === null ? null : t(`personPage:portraits.source.${source}`)
  const ask = () =>
    confirmDelete({
      title: t('personPage:portraits.removeTitle'),
      text: t('personPage:portraits.removeText', { name: person.name }),
      action: t('personPage:portraits.remove'),
      ends: [],
      run: () => remove.mutateAsync({ params, body: { portraitIds: [id] } }),
    })
  return (
    <li>
      <FacePicture
        kind="portrait"
        imageId={id}
        alt={t('list:photo.of', { name: person.name })}
        none={t('list:photo.none')}
      />
      {isMain && <StatusMark meaning="good">{t('personPage:portraits.main')}</StatusMark>}
      <span>
        {came && `${came} · `}
        <span className="person-portraits-day">{companyTime(addedAt, 'day')}</span>
      </span>
      {score !== null && (
        <StatusMark meaning={score < minAlike ? 'attention' : 'none'}>
          {t(score < minAlike ? 'personPage:portraits.unlike' : 'personPage:portraits.alike', {
            score: scoreText(score),
          })}
        </StatusMark>
      )}
      {mayWrite && !isMain && (
        <div className="person-portraits-actions">
          <Button
            size="small"
            loading={choose.isPending}
            onClick={() => choose.mutate({ params, body: { portraitId: id } })}
          >
            {t('personPage:portraits.choose')}
          </Button>
          <Button size="small" type="text" onClick={() => void ask()}>
            {t(source === 'learned' ? 'personPage:portraits.forget' : 'personPage:portraits.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

function ForgetLearned({ person, count }: { person: PortraitOwner; count: number }) {
  const t = useText()
  const confirmDelete = useConfirmDelete()
  const remove = useMutation(mutationOf(removePersonPortraits))
  const ask = () =>
    confirmDelete({
      title: t('personPage:portraits.forgetAllTitle', { name: person.name }),
      text: t('personPage:portraits.forgetAllText', { count }),
      action: t('personPage:portraits.forgetAll'),
      ends: [],
      run: () => remove.mutateAsync({ params: { id: person.id }, body: { learned: true } }),
    })
  return (
    <Button type="text" onClick={() => void ask()}>
      {t('personPage:portraits.forgetAll')}
    </Button>
  )
}
