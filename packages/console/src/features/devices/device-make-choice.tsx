import type { JoiningMake } from '@gatehouse/contract/features/devices.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'

/** The first question of adding a device: whose it is. */
export function MakeChoice({
  makes,
  onChosen,
}: {
  makes: readonly JoiningMake[]
  onChosen: (make: JoiningMake) => void
}) {
  const t = useText()
  return (
    <>
      <p id="device-make">{t('devices:make.question')}</p>
      <ul className="device-makes" aria-labelledby="device-make">
        {makes.map((one) => (
          <li key={one.make}>
            <button type="button" onClick={() => onChosen(one)}>
              <strong>{t(`devices:make.${one.make}.name`)}</strong>
              <small className="device-words device-small">{t(`devices:make.${one.make}.text`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How a device joins that has no field for a code: it calls the server, and is accepted in the list. */
export function AppearingDevice({ make: { make, port } }: { make: JoiningMake }) {
  const t = useText()
  const name = t(`devices:make.${make}.name`)
  return (
    <>
      <p>{t('devices:make.appears', { name })}</p>
      <div className="pair-command">
        <CopyText
          text={port === null ? location.host : `${location.hostname}:${port}`}
          what={t('devices:make.server')}
        />
      </div>
      <p>{t('devices:make.steps')}</p>
      <p>
        <Link to={pathTo('deviceList', { below: 'waiting' })}>{t('devices:make.toWaiting')}</Link>
      </p>
    </>
  )
}
