import { type AlikeFace, type BlacklistedPhone, duplicateFace } from '@gatehouse/contract/features/portraits.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { FaceThumbnail } from './face-thumbnail.tsx'
import { OfPhotographs } from './of-photographs.tsx'
import { scoreText } from '../../lib/format-number.ts'
import './face-alike.css'

const detailPage = { staff: 'staffDetail', visitor: 'visitorDetail', blacklisted: 'blacklistDetail' } as const
/** The detail page of a person of this kind. */
export const personPath = (kind: AlikeFace['kind'], id: string) => pathTo(detailPage[kind], { query: { id } })

type DuplicateFaceProps = {
  error: CallError
  /** The form puts somebody on the blacklist: then that is what the face is at doors. */
  blacklists?: boolean
  /** The action of the form in spite of the similar face. */
  action: 'add' | 'save'
  onGoOn: () => void
}

/** The face of a form is registered already: who it is, and the way to them or to going on anyway. */
export function DuplicateFace({ error, blacklists = false, action, onGoOn }: DuplicateFaceProps) {
  const t = useText()
  const { data } = duplicateFace.safeParse(error.data)
  if (!data) return <p>{errorText(error, t)}</p>
  const isBlacklisted = data.alike.some(({ kind }) => kind === 'blacklisted')
  const isMaybe = data.alike.every(({ isMaybe }) => isMaybe)
  return (
    <div className="face-alike" data-danger={isBlacklisted || undefined}>
      <strong>
        {isBlacklisted && <StopOutlined aria-hidden />}{' '}
        {t(
          !isBlacklisted
            ? 'form:portrait.duplicate.title'
            : isMaybe
              ? 'form:portrait.duplicate.maybeBlacklisted'
              : 'form:portrait.duplicate.blacklisted',
        )}
      </strong>
      <p>{t(isMaybe ? 'form:portrait.duplicate.maybeAdvice' : 'form:portrait.duplicate.advice')}</p>
      <AlikeFaces alike={data.alike} blacklists={blacklists} />
      <Button danger={isBlacklisted} onClick={onGoOn}>
        {t(`form:portrait.duplicate.${action}Anyway`)}
      </Button>
    </div>
  )
}

type Alike = AlikeFace & { portraitIds?: readonly string[] }

/** People whose face is like the one in question, the blacklisted first and marked; of several photographs (`among`) with those that are like them. */
export function AlikeList({ alike, among = [] }: { alike: readonly Alike[]; among?: readonly string[] }) {
  const t = useText()
  const can = useCan()
  const mayOpen = { staff: can('staff.read'), visitor: can('visitor.read'), blacklisted: can('blacklist.read') }
  return (
    <ul className="face-alike-list">
      {alike.map(({ kind, person, reason, score, portraitIds = [] }, index) => (
        <li key={person?.id ?? index} data-danger={kind === 'blacklisted' || undefined}>
          <FaceThumbnail kind="portrait" imageId={person?.portraitId ?? null} />
          <div>
            {person && mayOpen[kind] ? (
              <Link to={personPath(kind, person.id)}>{person.name}</Link>
            ) : (
              <span>{person?.name ?? t('form:portrait.duplicate.hidden')}</span>
            )}
            <span className="face-alike-facts">
              {t(`list:personKind.${kind}`)} · {t('form:portrait.duplicate.score', { score: scoreText(score) })}
            </span>
            <OfPhotographs ids={portraitIds} among={among} />
            {reason !== null && (
              <span className="face-alike-facts">{t('form:portrait.duplicate.reason', { reason })}</span>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The same, and what doors make of it. */
export function AlikeFaces({
  alike,
  among = [],
  blacklists = false,
}: {
  alike: readonly Alike[]
  among?: readonly string[]
  blacklists?: boolean
}) {
  const t = useText()
  return (
    <>
      <AlikeList alike={alike} among={among} />
      {outcomesOf(alike, blacklists).map((outcome) => (
        <p key={outcome} className="face-alike-doors">
          {t(`form:portrait.duplicate.doors.${outcome}`)}
        </p>
      ))}
    </>
  )
}

/** The blacklisted person with this phone number: doors know that person by the face alone. */
export function BlacklistedPhones({ people }: { people: readonly BlacklistedPhone[] }) {
  const t = useText()
  const can = useCan()
  if (people.length === 0) return null
  return (
    <div className="face-alike" data-danger>
      <strong>
        <StopOutlined aria-hidden /> {t('form:portrait.blacklistedPhone.title')}
      </strong>
      <p>{t('form:portrait.blacklistedPhone.advice')}</p>
      <ul className="face-alike-list">
        {people.map(({ person, reason }, index) => (
          <li key={person?.id ?? index} data-danger>
            <FaceThumbnail kind="portrait" imageId={person?.portraitId ?? null} />
            <div>
              {person && can('blacklist.read') ? (
                <Link to={personPath('blacklisted', person.id)}>{person.name}</Link>
              ) : (
                <span>{t('form:portrait.duplicate.hidden')}</span>
              )}
              {reason !== null && (
                <span className="face-alike-facts">{t('form:portrait.duplicate.reason', { reason })}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The behaviour of doors towards a person who is entered a second time (docs/adr/0043-entries-of-one-face.md). */
function outcomesOf(alike: readonly AlikeFace[], blacklists: boolean) {
  const ofOneFace = alike.filter(({ isOneFace }) => isOneFace)
  const isRefused = ofOneFace.some(({ kind }) => blacklists || kind === 'blacklisted')
  const together = isRefused ? ('refused' as const) : ('together' as const)
  return [...(ofOneFace.length > 0 ? [together] : []), ...(ofOneFace.length < alike.length ? (['apart'] as const) : [])]
}
