import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import { approveRegistrations, type RegistrationDetail } from '@gatehouse/contract/features/registrations.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { type Detail, DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { AlikeFaces, BlacklistedPhones, personPath } from '../../parts/face/face-alike.tsx'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { OfPhotographs } from '../../parts/face/of-photographs.tsx'
import { isInDoubt } from '../../parts/face/sent-doubt.ts'
import { SentPortraits } from '../../parts/face/sent-portraits.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { RegistrationState } from './registration-columns.tsx'
import { RegistrationFaults } from './registration-faults.tsx'
import { registrationDetail, registrationsPath } from './registration-queries.ts'
import { useDecide } from './use-decide.tsx'

/** One registration next to people with the same phone number or a similar face, and the decision. */
export function RegistrationPanel() {
  const t = useText()
  const panel = usePanelRoute(registrationsPath)
  const { registrationId = '' } = useParams()
  const query = useQuery(registrationDetail(registrationId))
  const { data, error } = query
  return (
    <DetailPanel
      title={data ? t('registrations:panel.title', { name: data.name }) : t('registrations:title')}
      width={640}
      onClose={panel.close}
    >
      {!data && error && <ErrorPanel error={error} onRetry={() => void query.refetch()} />}
      {data && <Registered registration={data} onDecided={panel.close} />}
    </DetailPanel>
  )
}

type Props = { registration: RegistrationDetail; onDecided: () => void }

function Registered({ registration, onDecided }: Props) {
  const t = useText()
  const { name, state, samePhone, wasAsked, blacklistedPhones, alike, portraitId, portraitIds, refusedFor } =
    registration
  const can = useCan()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const mayDecide = state === 'pending' && can('registration.write')
  const isPending = state === 'pending'
  const accepted = portraitIds.filter((id) => !leftOut.includes(id)).length
  const gone = Math.max(0, (samePhone?.portraits ?? 0) + accepted - maxPortraits)
  // next to the applicant: the owner of the phone number, else the most similar face
  const beside = samePhone ?? alike.find(({ person }) => person !== null)?.person
  return (
    <>
      <div className="registration-faces">
        <div>
          <h3>{t('registrations:panel.applicant')}</h3>
          <FacePicture
            kind="portrait"
            imageId={portraitId}
            alt={name}
            none={t(`registrations:panel.${refusedFor.length > 0 ? 'notKept' : 'noPortrait'}`)}
          />
        </div>
        {beside && (
          <div>
            <h3>{t(`registrations:panel.${samePhone ? (wasAsked ? 'asked' : 'samePhone') : 'alikeFace'}`)}</h3>
            <FacePicture kind="portrait" imageId={beside.portraitId} alt={beside.name} none={t('list:photo.none')} />
            {samePhone ? <Link to={personPath(samePhone.kind, samePhone.id)}>{samePhone.name}</Link> : beside.name}
          </div>
        )}
      </div>
      {portraitIds.length > 1 && (
        <section className="detail-section">
          <h2>{t('registrations:panel.photographs', { count: portraitIds.length })}</h2>
          <p>{t('form:portrait.sent.text')}</p>
          <SentPortraits
            portraitIds={portraitIds}
            name={name}
            leftOut={leftOut}
            onChange={mayDecide ? setLeftOut : undefined}
          />
        </section>
      )}
      <BlacklistedPhones people={blacklistedPhones} />
      {samePhone && <p>{t('registrations:panel.samePhoneText', { name: samePhone.name })}</p>}
      {samePhone && gone > 0 && (
        <p>{t('registrations:panel.makesRoom', { count: gone, name: samePhone.name, most: maxPortraits })}</p>
      )}
      {samePhone?.doubt && (
        <div className="face-alike" data-danger>
          <OfPhotographs ids={samePhone.doubtful} among={portraitIds} />
          <strong>{t(`registrations:panel.doubt.${samePhone.doubt}`, { name: samePhone.name })}</strong>
        </div>
      )}
      {alike.length > 0 && (
        <section className="detail-section">
          <h2>{t('registrations:panel.alike')}</h2>
          <p>{t('registrations:panel.alikeText')}</p>
          <AlikeFaces alike={alike} among={portraitIds} />
        </section>
      )}
      {isPending && !samePhone && blacklistedPhones.length === 0 && alike.length === 0 && (
        <p>{t(registration.phone ? 'registrations:panel.nobody' : 'registrations:panel.nobodyAlike')}</p>
      )}
      <RegistrationFaults registration={registration} />
      <Facts registration={registration} />
      {isPending && <Decision registration={registration} leftOut={leftOut} onDecided={onDecided} />}
    </>
  )
}

function Facts({ registration }: { registration: RegistrationDetail }) {
  const t = useText()
  const { phone, department, createdAt, reason, outcome, person, decidedBy, decidedAt } = registration
  const items: Detail[] = [
    {
      label: t('registrations:state.label'),
      value: <RegistrationState registration={registration} t={t} />,
    },
    { label: t('registrations:column.phone'), value: writtenPhone(phone) },
    { label: t('registrations:column.department'), value: department?.name },
    { label: t('registrations:column.createdAt'), value: <Instant at={createdAt} /> },
  ]
  if (decidedAt) {
    const isOfTerminal = registration.refusedFor.length > 0
    items.push({
      label: t(isOfTerminal ? 'registrations:panel.terminal' : 'registrations:column.decidedBy'),
      value: decidedBy ?? undefined,
    })
    if (!isOfTerminal) items.push({ label: t('registrations:panel.decidedAt'), value: <Instant at={decidedAt} /> })
  }
  if (reason) items.push({ label: t('registrations:panel.reason'), value: reason })
  if (outcome) {
    items.push({
      label: t(`registrations:panel.${outcome}`),
      value: person ? <Link to={personPath(person.kind, person.id)}>{person.name}</Link> : undefined,
    })
  }
  return <DetailList items={items} />
}

/** Approving is in doubt where somebody alike is there already, or somebody else or the blacklist has the phone number; rejecting asks for the reason. */
function Decision({ registration, leftOut, onDecided }: Props & { leftOut: readonly string[] }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const decide = useDecide()
  const { id, portraitIds } = registration
  const isDoubtful = isInDoubt(registration, leftOut)
  const approve = useMutation({
    ...mutationOf(approveRegistrations),
    onSuccess: (results) => {
      if (results[0]?.code !== null) {
        toast.done(t('registrations:notDone', { count: 1 }))
        return
      }
      toast.done(t('registrations:approved', { count: 1 }))
      onDecided()
    },
    onError: toast.failed,
  })
  if (!can('registration.write')) return <p>{t('registrations:panel.whoDecides')}</p>
  return (
    <div className="registration-ways">
      <Button
        type="primary"
        danger={isDoubtful}
        loading={approve.isPending}
        disabled={portraitIds.length > 0 && portraitIds.every((one) => leftOut.includes(one))}
        onClick={() => approve.mutate({ body: { ids: [id], force: isDoubtful, leaveOut: [...leftOut] } })}
      >
        {isDoubtful ? t('registrations:panel.approveAnyway') : t('registrations:action.approve')}
      </Button>
      <Button onClick={() => decide.reject([id], onDecided)}>{t('registrations:action.reject')}</Button>
    </div>
  )
}
