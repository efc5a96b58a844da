import type { Capabilities } from '@gatehouse/contract/device/capabilities.ts'
import { getLockdownInput } from '@gatehouse/contract/features/lockdown.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { usePlace } from '../../parts/device/place-queries.ts'
import { errorText } from '../../ui/feedback/error-text.ts'

export const lockdownInputQuery = (id: string) => queryOf(getLockdownInput, { params: { id } })

/** The lockdown that the input of a device begins, in a sentence, and the way to change it; of one that has none, why. */
export function DeviceLockdownInput({
  device: { id, capabilities },
}: {
  device: { id: string; capabilities: Pick<Capabilities, 'inputs'> }
}) {
  const t = useText()
  if (capabilities.inputs !== null) return t('devices:lockdownInput.untold')
  return <InputOf deviceId={id} />
}

function InputOf({ deviceId }: { deviceId: string }) {
  const t = useText()
  const can = useCan()
  const { data, error } = useQuery({ ...lockdownInputQuery(deviceId), retry: false })
  const scope = data?.scope
  const { site, area } = usePlace(scope)
  if (error && !data) return <>{errorText(error, t)}</>
  if (!data) return <i className="detail-awaited" aria-hidden />
  const place = !scope
    ? t('devices:lockdownInput.noPlace')
    : scope.kind === 'everything'
      ? t('shared:place.everything')
      : (area?.name ?? site?.name ?? '–')
  return (
    <>
      {data.isOn ? t('devices:lockdownInput.on', { place }) : t('devices:lockdownInput.off')}{' '}
      {can('lockdown.write') && (
        <Link
          to={pathTo('deviceList', { below: `${deviceId}/lockdown-input` })}
          aria-label={t('devices:lockdownInput.changeName')}
        >
          {t('devices:lockdownInput.change')}
        </Link>
      )}
    </>
  )
}
