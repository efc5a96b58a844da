import { createPass, mailPass, revokePass, type VisitorPass } from '@gatehouse/contract/features/visitor-passes.ts'
import type { Visitor } from '@gatehouse/contract/features/visitors.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { Period } from '../../ui/detail/detail-instant.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { QrCodeCard } from '../../ui/qr/qr-code-card.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { visitorPasses } from './visitor-queries.ts'

const meanings = { 'not-yet': 'attention', usable: 'good', 'used-up': 'none', over: 'none', revoked: 'bad' } as const

/** The passes of a visitor: made, shown, printed, mailed and revoked here. */
export function VisitorPasses({ visitor }: { visitor: Visitor }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const passes = useQuery(visitorPasses(visitor.id))
  const [maxUses, setMaxUses] = useState<number | null>(null)
  const add = useMutation({
    ...mutationOf(createPass, { untilShown: true }),
    onSuccess: () => toast.done(t('visitors:pass.made')),
    onError: toast.failed,
  })
  if (passes.isPending) return <DetailSkeleton lines={5} />
  if (passes.isError) return <ErrorPanel error={passes.error} onRetry={() => void passes.refetch()} />
  return (
    <>
      {can('visitor.write') && (
        <div className="visitor-pass-new">
          <label>
            {t('visitors:pass.uses')}
            <InputNumber min={1} max={10_000} value={maxUses} onChange={setMaxUses} />
          </label>
          <Button
            type="primary"
            loading={add.isPending}
            onClick={() => add.mutate({ params: { id: visitor.id }, body: { maxUses } })}
          >
            {t('visitors:pass.add')}
          </Button>
          <small>{t('visitors:pass.usesHint')}</small>
        </div>
      )}
      {passes.data.length === 0 ? (
        <EmptyState isSmall title={t('visitors:pass.empty.title')} text={t('visitors:pass.empty.text')} />
      ) : (
        <ul className="visit-list">
          {passes.data.map((pass) => (
            <PassItem key={pass.id} visitor={visitor} pass={pass} />
          ))}
        </ul>
      )}
    </>
  )
}

function PassItem({ visitor, pass }: { visitor: Visitor; pass: VisitorPass }) {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()
  const [isShown, setIsShown] = useState(false)
  const params = { id: visitor.id, passId: pass.id }
  const isAlive = pass.state === 'usable' || pass.state === 'not-yet'
  const period = t('visitors:detail.period', {
    from: companyTime(pass.validFromAt, 'minute'),
    to: companyTime(pass.validToAt, 'minute'),
  })
  const used =
    pass.maxUses === null
      ? t('visitors:pass.used', { uses: String(pass.usedCount) })
      : t('visitors:pass.usedOf', { uses: String(pass.usedCount), max: String(pass.maxUses) })
  const mail = useMutation({
    ...mutationOf(mailPass),
    onSuccess: () => toast.done(t('visitors:pass.mailed')),
    onError: toast.failed,
  })
  const revoke = () =>
    void confirm(
      {
        title: t('visitors:pass.revokeTitle'),
        text: t('visitors:pass.revokeText'),
        action: t('visitors:pass.revoke'),
        run: async () => {
          await callAndRefresh(revokePass, { params })
          toast.done(t('visitors:pass.revoked'))
        },
      },
      { isDangerous: true },
    )
  return (
    <li>
      <div className="visit-words">
        <StatusMark meaning={meanings[pass.state]}>{t(`visitors:pass.state.${pass.state}`)}</StatusMark>
        <span>
          <Period from={pass.validFromAt} to={pass.validToAt} /> · {used}
        </span>
        {pass.createdBy && <span>{t('visitors:pass.madeBy', { name: pass.createdBy })}</span>}
        {isShown && pass.code && (
          <QrCodeCard
            text={pass.code}
            name={t('visitors:pass.title', { name: visitor.name })}
            printed={[visitor.company, period].filter(Boolean).join('\n')}
            fileName={`pass-${visitor.name}`}
          />
        )}
        {pass.code && isAlive && (
          <div className="visit-buttons">
            <Button onClick={() => setIsShown(!isShown)} aria-expanded={isShown}>
              {t(isShown ? 'visitors:pass.hide' : 'visitors:pass.show')}
            </Button>
            {visitor.email && (
              <Button
                loading={mail.isPending}
                onClick={() => mail.mutate({ params, body: { language: currentLanguage() } })}
              >
                {t('visitors:pass.mail')}
              </Button>
            )}
            <Button danger onClick={revoke}>
              {t('visitors:pass.revoke')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
