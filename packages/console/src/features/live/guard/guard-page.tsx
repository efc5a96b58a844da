import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { useStayAwake } from '../../../lib/use-stay-awake.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SearchField } from '../../../ui/page/search-field.tsx'
import { useDarkPage } from '../../../ui/theme/theme.ts'
import { minuteOf } from '../event-words.ts'
import { NoDoors } from '../no-doors.tsx'
import { useHouse } from '../use-house.ts'
import { useLiveState } from '../use-live-state.ts'
import { doorsOfGuard, sitesOf } from './doors-of-guard.ts'
import { GuardDoor } from './guard-door.tsx'
import '../live.css'
import './guard.css'

/** The doors on the whole screen of a phone, each with a large button that is held to open it; says so when it is cut off. */
export function Component() {
  const t = useText()
  const { house, error, retry } = useHouse()
  const isCutOff = !useOnline() || error !== undefined
  useDarkPage()
  useStayAwake()
  return (
    <div className="guard">
      <header className="guard-head">
        <Link
          className="guard-leave"
          to={pathTo('live')}
          aria-label={t('house:guard.leave')}
          title={t('house:guard.leave')}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M12.5 4 6.5 10l6 6" />
          </svg>
        </Link>
        <h1>{t('house:guard.title')}</h1>
        <span className="guard-live" data-off={isCutOff || undefined}>
          {house && !isCutOff ? t('house:live') : null}
        </span>
      </header>
      <p className="guard-cut-off" role="status">
        {isCutOff &&
          (house ? t('house:guard.noNetwork', { at: minuteOf(house.readAt) }) : t('house:guard.noNetworkYet'))}
      </p>
      {house?.doors ? (
        <GuardDoors doors={house.doors} isCutOff={isCutOff} />
      ) : error === undefined ? (
        <p className="live-quiet" role="status">
          {t('house:guard.connecting')}
        </p>
      ) : (
        <ErrorPanel error={error} onRetry={retry} />
      )}
    </div>
  )
}

function GuardDoors({ doors, isCutOff }: { doors: readonly LiveDoor[]; isCutOff: boolean }) {
  const t = useText()
  const [state, change] = useLiveState()
  const [words, setWords] = useState('')
  const [isNeedingOnly, setIsNeedingOnly] = useState(false)
  const language = currentLanguage()
  const sites = useMemo(() => sitesOf(doors, language), [doors, language])
  const site = sites.find(({ id }) => id === state.site)
  const { shown, needing } = doorsOfGuard(doors, { siteId: site?.id, words, isNeedingOnly, language })
  if (doors.length === 0) return <NoDoors />
  return (
    <>
      <div className="guard-tools">
        {sites.length > 1 && (
          <select
            className="live-select"
            aria-label={t('house:site')}
            value={site?.id ?? ''}
            onChange={({ target }) => change({ site: target.value || undefined })}
          >
            <option value="">{t('shared:place.everything')}</option>
            {sites.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <SearchField label={t('house:find')} value={words} onChange={setWords} />
        <fieldset className="guard-shown">
          <legend className="for-readers">{t('house:guard.shown')}</legend>
          {[false, true].map((only) => (
            <button
              key={String(only)}
              type="button"
              aria-pressed={only === isNeedingOnly}
              onClick={() => setIsNeedingOnly(only)}
            >
              {only ? t('house:guard.needing', { count: needing }) : t('house:guard.all')}
            </button>
          ))}
        </fieldset>
      </div>
      {shown.length === 0 && (
        <p className="live-quiet">{t(words.trim() === '' ? 'house:guard.noneNeeds' : 'house:noneFound')}</p>
      )}
      <ul className="guard-doors" aria-label={t('house:doors')}>
        {shown.map((door) => (
          <GuardDoor key={door.id} door={door} isCutOff={isCutOff} />
        ))}
      </ul>
    </>
  )
}
