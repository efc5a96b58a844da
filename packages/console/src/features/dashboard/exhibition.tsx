import type { ExhibitedPassage } from '@gatehouse/contract/features/dashboard.ts'
import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { brandingPicture } from '../../api/branding.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { changeCommonSettings } from '../../lib/common-settings.ts'
import { companyTime } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useDocumentKeys } from '../../lib/use-document-keys.ts'
import { useStayAwake } from '../../lib/use-stay-awake.ts'
import { FacePlaceholder } from '../../parts/face/face-thumbnail.tsx'
import { exhibitionQuery } from './dashboard-queries.ts'
import { useFollowed } from './use-followed.ts'
import { nameFor, type NameKind, nextKind, useNameKind } from './exhibited-name.ts'
import './exhibition.css'

/**
 * A display for a lobby: the people who come in, their number, the time. It keeps a dozen passages and forgets the
 * rest, so that it is as large after a month as after a minute. Escape leads back to the dashboard.
 */
export function Exhibition() {
  const t = useText()
  const { refetchInterval } = useFollowed(exhibitionQuery)
  const { data } = useQuery({ ...exhibitionQuery, refetchInterval })
  const [nameKind, chooseNames] = useNameKind()
  useLeaveByEscape()
  useStayAwake()
  const [newest, ...others] = data?.passages ?? []
  const counts = data?.recognitions
  const { name, welcome, logo, background } = data?.branding ?? {}
  return (
    <div className="exhibition">
      {background && (
        <img className="exhibition-background" src={brandingPicture('background', background.id)} alt="" />
      )}
      <header>
        <h1>
          {logo && <img src={brandingPicture('logo', logo.id)} width={logo.width} height={logo.height} alt="" />}
          {name ?? (data && t('frame:product'))}
        </h1>
        <p>{welcome ?? t('dashboard:exhibition.welcome')}</p>
        <Clock />
      </header>
      {newest ? (
        <section className="exhibition-passages" aria-label={t('dashboard:exhibition.passages')}>
          <Passage key={newest.id} passage={newest} nameKind={nameKind} isNewest />
          <ol>
            {others.map((passage) => (
              <li key={passage.id}>
                <Passage passage={passage} nameKind={nameKind} />
              </li>
            ))}
          </ol>
        </section>
      ) : (
        <p className="exhibition-calm">{data?.passages ? t('dashboard:exhibition.calm') : ''}</p>
      )}
      <footer>
        {counts && (
          <dl>
            {(['total', 'staff', 'visitor', 'stranger'] as const).map(
              (kind) =>
                counts[kind] !== null && (
                  <div key={kind}>
                    <dt>{t(`dashboard:today.${kind}`)}</dt>
                    <dd>{formatNumber(counts[kind])}</dd>
                  </div>
                ),
            )}
          </dl>
        )}
        {!counts && data?.devices && (
          <dl>
            <div>
              <dt>{t('dashboard:devices.online')}</dt>
              <dd>{formatNumber(data.devices.online)}</dd>
            </div>
            <div>
              <dt>{t('dashboard:devices.total')}</dt>
              <dd>{formatNumber(data.devices.total)}</dd>
            </div>
          </dl>
        )}
        {data?.passages && (
          <button className="exhibition-names" type="button" onClick={() => chooseNames(nextKind(nameKind))}>
            {t(`dashboard:exhibition.nameKind.${nameKind}`)}
          </button>
        )}
      </footer>
    </div>
  )
}

type PassageProps = { passage: ExhibitedPassage; nameKind: NameKind; isNewest?: boolean }

function Passage({ passage, nameKind, isNewest = false }: PassageProps) {
  const t = useText()
  const { name, picture, device, recognisedAt } = passage
  const [isBroken, setIsBroken] = useState(false)
  return (
    <article className="exhibition-passage" data-newest={isNewest || undefined}>
      {picture && !isBroken ? (
        <img
          src={imageAddress(picture.kind, picture.id, isNewest ? 640 : 160)}
          alt=""
          onError={() => setIsBroken(true)}
        />
      ) : (
        <FacePlaceholder />
      )}
      <strong>{nameFor(name, nameKind) ?? t('dashboard:exhibition.guest')}</strong>
      <span>
        {device} · <time dateTime={recognisedAt}>{companyTime(recognisedAt, 'minute').slice(11)}</time>
      </span>
    </article>
  )
}

/** The enterprise's time, second by second. */
function Clock() {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const text = companyTime(instantOf(now))
  return (
    <time className="exhibition-clock" dateTime={instantOf(now)}>
      <strong>{text.slice(11)}</strong>
      <span>{text.slice(0, 10)}</span>
    </time>
  )
}

const leave = () => changeCommonSettings({ exhibitionMode: '0' })

/** In a full screen the browser takes Escape for itself: the end of the full screen is the same wish. */
function useLeaveByEscape() {
  useDocumentKeys(({ key }) => {
    if (key === 'Escape') leave()
  })
  useEffect(() => {
    const onFullscreen = () => {
      if (!document.fullscreenElement) leave()
    }
    document.addEventListener('fullscreenchange', onFullscreen)
    return () => {
      document.removeEventListener('fullscreenchange', onFullscreen)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
  }, [])
}
