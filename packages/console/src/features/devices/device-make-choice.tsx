import { type Device, type JoiningMake, listDeviceMakes } from '@gatehouse/contract/features/devices.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { makeHelpPath } from '../../lib/make-help-path.ts'
import { useCan } from '../../lib/use-can.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { Dated } from '../../ui/page/dated.tsx'

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
        {makes
          .filter(({ isOn }) => isOn)
          .map((one) => (
            <li key={one.make}>
              <button type="button" onClick={() => onChosen(one)}>
                <strong>{t(`devices:make.${one.make}.name`)}</strong>
                <small className="device-words device-small">{t(`devices:make.${one.make}.text`)}</small>
              </button>
            </li>
          ))}
      </ul>
      <MakesSwitchedOff makes={makes} />
    </>
  )
}

/** The makes whose terminals cannot join now, and where that is changed. */
export const MakesSwitchedOff = ({ makes }: { makes: readonly JoiningMake[] }) =>
  makes.filter(({ isOn }) => !isOn).map((one) => <SwitchedOff key={one.make} make={one} />)

function SwitchedOff({ make: { make } }: { make: JoiningMake }) {
  const t = useText()
  const can = useCan()
  const name = t(`devices:make.${make}.name`)
  return (
    <p className="device-words device-small">
      {t(can('service-config.manage') ? 'devices:make.off' : 'devices:make.offForMe', { name })}{' '}
      {can('service-config.manage') && (
        <Link to={`${pathTo('serviceConfig')}#makes`}>{t('devices:make.toSwitch')}</Link>
      )}{' '}
      <MakeHelp make={make} />
    </p>
  )
}

/** Somebody has switched off the make of this device; undefined while that is not known, or for those who may not ask. */
export function useIsMakeOff({ make }: Pick<Device, 'make'>): boolean | undefined {
  const can = useCan()
  const { data } = useQuery({ ...queryOf(listDeviceMakes), enabled: can('device.write') })
  return data && !(data.find((one) => one.make === make)?.isOn ?? true)
}

/** Why a device is not heard whose make is switched off, and what it does meanwhile. */
export function MakeOffNotice({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  if (useIsMakeOff(device) !== true) return null
  return (
    <Notice
      kind="attention"
      title={t('devices:make.offTitle', { name: t(`devices:make.${device.capabilities.make}.name`) })}
      action={
        can('service-config.manage') && (
          <Link to={`${pathTo('serviceConfig')}#makes`}>{t('devices:make.toSwitch')}</Link>
        )
      }
    >
      {t('devices:make.offText')}
    </Notice>
  )
}

/** A device that proves nothing is claimed by any machine, or calls from elsewhere itself; the identity of others is a secret that somebody copied. */
export function SeenTwice({ device, at }: { device: Pick<Device, 'capabilities'>; at: string }) {
  const t = useText()
  const isClaimed = device.capabilities.isTiedToNetwork
  return (
    <Notice kind="bad" title={t(isClaimed ? 'devices:clone.claimed.title' : 'devices:clone.copied.title')}>
      <Dated>{t(isClaimed ? 'devices:clone.claimed.text' : 'devices:clone.copied.text', { at })}</Dated>
    </Notice>
  )
}

/** The page of a make in the help. */
export function MakeHelp({ make }: { make: JoiningMake['make'] }) {
  const t = useText()
  return (
    <a href={makeHelpPath(make)} target="_blank" rel="noreferrer">
      {t('devices:make.help', { name: t(`devices:make.${make}.name`) })}
    </a>
  )
}

/** Names that mean something else on every machine. */
const isThisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

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
      {isThisMachine.test(location.hostname) && <p>{t('devices:make.ownName', { host: location.hostname })}</p>}
      <p>{t('devices:make.steps')}</p>
      <p>
        <MakeHelp make={make} />
      </p>
      <p>
        <Link to={pathTo('deviceList', { below: 'waiting' })}>{t('devices:make.toWaiting')}</Link>
      </p>
    </>
  )
}
