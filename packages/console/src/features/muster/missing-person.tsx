import type { Muster, MusterPerson, MusterState } from '@gatehouse/contract/features/muster.ts'
import { MoreOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type Text, useText } from '../../i18n/i18n.ts'
import { FacePlaceholder, FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { useMenu } from '../../ui/menu/menu.tsx'
import { timeAtSite } from './muster-time.ts'

type Props = {
  person: MusterPerson
  muster: Muster
  /** Absent: nobody can be marked here. */
  onMark: ((person: MusterPerson, state: MusterState) => void) | undefined
}

export const nameOf = ({ person }: MusterPerson, t: Text) => person?.name ?? t('muster:person.unnamed')

/** The last place of somebody with its time, on the clock of the site. */
export function placeOf({ area, since }: MusterPerson, { site, startedAt }: Muster, t: Text): string {
  const time = timeAtSite(since, { timeZone: site.timeZone, startedAt })
  return area ? t('muster:person.at', { area: area.name, time }) : t('muster:person.outside', { time })
}

/** One person with the last door and how sure that is, and the button that is pressed most. */
export function MissingPerson({ person: row, muster, onMark }: Props) {
  const t = useText()
  const { person, door, doubts, isLatecomer, state } = row
  const name = nameOf(row, t)
  const notes = [
    person?.host && t('muster:person.visitorOf', { host: person.host.name }),
    person?.department,
    isLatecomer && t('muster:person.latecomer'),
  ].filter(Boolean)
  return (
    <li className="muster-person" data-state={state}>
      {person ? <FaceThumbnail kind="portrait" imageId={person.portraitId} /> : <FacePlaceholder />}
      <div className="muster-words">
        <b>{name}</b>
        <p>
          <Dated>{placeOf(row, muster, t)}</Dated>
        </p>
        {door && <p>{t('muster:person.door', { door: door.name })}</p>}
        {notes.length > 0 && <p>{notes.join(' · ')}</p>}
        {doubts.length > 0 && (
          <p className="muster-unsure">
            {t('muster:person.unsure')}
            {t('list:colon')}
            {doubts.map((doubt) => t(`muster:doubt.${doubt}`)).join(t('list:comma'))}
          </p>
        )}
      </div>
      {onMark && (
        <span className="muster-deeds">
          {state === 'missing' ? (
            <Button data-mark aria-label={t('muster:person.safeOf', { name })} onClick={() => onMark(row, 'safe')}>
              {t('muster:person.safe')}
            </Button>
          ) : (
            <Button data-mark aria-label={t('muster:person.undoOf', { name })} onClick={() => onMark(row, 'missing')}>
              {t('muster:person.undo')}
            </Button>
          )}
          {state === 'missing' && <MoreMarks name={name} onNotOnSite={() => onMark(row, 'not-on-site')} />}
        </span>
      )}
    </li>
  )
}

function MoreMarks({ name, onNotOnSite }: { name: string; onNotOnSite: () => void }) {
  const t = useText()
  const { props, menu } = useMenu([{ key: 'not-on-site', label: t('muster:person.notOnSite'), run: onNotOnSite }])
  return (
    <>
      <Button
        type="text"
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('muster:person.more', { name })}
        {...props}
      />
      {menu}
    </>
  )
}
