import { getRecord } from '@gatehouse/contract/features/records.ts'
import { openingKinds } from '@gatehouse/contract/features/doors/opening-rule.ts'
import { type LockdownKind, previewLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useOpeningRule } from '../../parts/device/opening-rule.ts'
import { ReasonField } from '../../parts/device/reason-field.tsx'
import { HoldButton } from '../../parts/hold-button.tsx'
import { doorOfRecord } from '../../parts/passage/record-words.ts'
import { PassageReasons } from '../../parts/passage/passage-reasons.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { DoorPreview } from './door-preview.tsx'
import type { Deed, DoorCommand, FoundPerson, Option, Subject } from './option.ts'
import { OptionPicture } from './option-list.tsx'

type Props = {
  ref: Ref<HTMLElement>
  option: Option | undefined
  run: (option: Option) => Promise<void>
  onGo: () => void
}

/** The thing that the chosen option is about, its effect, and its button. */
export function PalettePreview({ ref, option, run, onGo }: Props) {
  const t = useText()
  return (
    <aside
      ref={ref}
      className="palette-preview"
      aria-label={t('palette:preview')}
      data-acts={option?.act.kind === 'do' || undefined}
    >
      {option && <SubjectOf subject={option.subject ?? { kind: 'words', title: option.text }} />}
      {option?.effect && (
        <p className="palette-effect" role={option.act.kind === 'do' ? 'status' : undefined}>
          <Dated>{option.effect}</Dated>
        </p>
      )}
      {option?.act.kind === 'do' && (
        <ActButton
          key={option.key}
          option={option}
          deed={option.act.deed}
          isOff={option.act.isOff === true}
          run={run}
          onGo={onGo}
        />
      )}
    </aside>
  )
}

type ButtonProps = {
  option: Option
  deed: Deed
  isOff: boolean
  run: (option: Option) => Promise<void>
  onGo: () => void
}

/** Opens or holds a door; where it needs a reason, asks for one first. */
function DoorButton({
  option,
  deed,
  isOff,
  run,
}: Omit<ButtonProps, 'onGo'> & { deed: Extract<Deed, { kind: 'door' }> }) {
  const [reason, setReason] = useState('')
  const { reasons, needsReason } = useOpeningRule()
  const isNeeded = openingKinds.includes(deed.command) && needsReason(deed.door)
  const said = reason.trim()
  const named = said === '' ? option : { ...option, act: { kind: 'do', deed: { ...deed, reason: said } } as const }
  return (
    <>
      {isNeeded && <ReasonField reason={reason} onChange={setReason} isNeeded reasons={reasons} />}
      <Held option={named} name={deed.command} isOff={isOff || (isNeeded && said === '')} run={run} />
    </>
  )
}

function ActButton({ option, deed, isOff, run, onGo }: ButtonProps) {
  const t = useText()
  if (deed.kind === 'door') return <DoorButton option={option} deed={deed} isOff={isOff} run={run} />
  if (deed.kind !== 'lockdown')
    return (
      <button type="button" className="palette-do" disabled={isOff} onClick={onGo}>
        {t(`palette:button.${deed.kind}`)}
      </button>
    )
  return <Held option={option} name={deed.lockdown} isOff={isOff} run={run} />
}

type HeldProps = Pick<ButtonProps, 'option' | 'isOff' | 'run'> & { name: DoorCommand | LockdownKind }

/** The button of an action at doors, which is held even here. */
function Held({ option, name, isOff, run }: HeldProps) {
  const t = useText()
  const isTouched = useMedia('(pointer: coarse), (max-width: 699.98px)')
  const isLock = name === 'hold-closed' || name === 'lockdown'
  return (
    <HoldButton
      look={option.act.kind === 'do' && option.act.deed.kind === 'lockdown' ? 'danger' : 'main'}
      action={option.text}
      label={t(isTouched ? `palette:hold.${name}` : `palette:holdEnter.${name}`)}
      done={t(`palette:held.${name}`)}
      icon={isLock ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
      isDisabled={isOff}
      run={() => run(option)}
    />
  )
}

function SubjectOf({ subject }: { subject: Subject }) {
  switch (subject.kind) {
    case 'door':
      return <DoorPreview door={subject.door} />
    case 'person':
      return <PersonPreview person={subject.person} />
    case 'record':
      return <RecordPreview id={subject.id} title={subject.title} />
    case 'lockdown':
      return <LockdownPreview subject={subject} />
    case 'words':
      return <h2>{subject.title}</h2>
  }
}

function PersonPreview({ person }: { person: FoundPerson }) {
  const t = useText()
  const { name, kind, hint, portraitId, suspension, visit } = person
  const image = portraitId === null ? null : ({ kind: 'portrait', id: portraitId } as const)
  return (
    <div className="palette-person">
      <OptionPicture picture={{ kind: 'face', image }} size={88} />
      <h2>{name}</h2>
      <p>{[t(`palette:kind.${kind}`), hint].filter(Boolean).join(' · ')}</p>
      {visit && (
        <p>
          <Dated>
            {t('palette:visitor.period', {
              from: companyTime(visit.validFromAt, 'minute'),
              to: companyTime(visit.validToAt, 'minute'),
            })}
          </Dated>
        </p>
      )}
      {suspension && (
        <p>
          <StatusMark meaning={suspension.hasBegun ? 'bad' : 'attention'}>
            {t(suspension.hasBegun ? 'shared:employment.suspended' : 'shared:employment.suspendedLater')}
            {suspension.toAt && ` → ${companyTime(suspension.toAt, 'minute')}`}
          </StatusMark>
        </p>
      )}
    </div>
  )
}

/** Why the door opened for somebody, or did not, in numbered reasons. */
function RecordPreview({ id, title }: { id: string; title: string }) {
  const { data } = useQuery({ ...queryOf(getRecord, { params: { id } }), staleTime: 60_000 })
  const portrait = data?.portraitId
  return (
    <div className="palette-record">
      {data && (
        <div className="palette-faces">
          {portrait && (
            <OptionPicture picture={{ kind: 'face', image: { kind: 'portrait', id: portrait } }} size={72} />
          )}
          {data.hasCapture && <OptionPicture picture={{ kind: 'face', image: { kind: 'capture', id } }} size={72} />}
        </div>
      )}
      <h2>{title}</h2>
      {data && (
        <p>
          <Dated>{`${companyTime(data.recognisedAt)} · ${doorOfRecord(data)}`}</Dated>
        </p>
      )}
      {data && (
        <PassageReasons reasons={data.reasons} names={data.names} opens={data.opened} abnormal={data.abnormal} />
      )}
    </div>
  )
}

function LockdownPreview({ subject }: { subject: Extract<Subject, { kind: 'lockdown' }> }) {
  const { lockdown, scope, title } = subject
  const t = useText()
  const query = { kind: lockdown, scope: scope.kind, ...(scope.kind !== 'everything' && { scopeId: scope.id }) }
  const { data } = useQuery(queryOf(previewLockdown, { query }))
  return (
    <div>
      <h2>{title}</h2>
      {data && (
        <p>
          {t('palette:lockdown.doors', { count: data.doors })}
          {data.reachable < data.doors &&
            ` ${t('palette:lockdown.unreachable', { count: data.doors - data.reachable })}`}
          {data.leftOpen > 0 && ` ${t('palette:lockdown.leftOpen', { count: data.leftOpen })}`}
          {data.leftShut > 0 && ` ${t('palette:lockdown.leftShut', { count: data.leftShut })}`}
        </p>
      )}
    </div>
  )
}
