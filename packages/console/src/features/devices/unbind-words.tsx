import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/i18n.ts'
import { deviceQuery } from './device-queries.ts'

/** The consequence of unbinding this device. */
export function UnbindWords({ id }: { id: string }) {
  const { data } = useQuery(deviceQuery(id))
  return <UnbindText id={id} keepsPeople={data?.capabilities.keepsPeople ?? false} />
}

/** Terminals of some makes keep their people, and let them pass. */
export function UnbindText({ id, keepsPeople }: { id: string; keepsPeople: boolean }) {
  const t = useText()
  if (!keepsPeople) return t('devices:unbind.text')
  return (
    <>
      {t('devices:unbind.keepsPeople')}{' '}
      <a href={pathTo('deviceList', { below: id, query: { tab: 'commands' } })}>{t('devices:unbind.clearFirst')}</a>
    </>
  )
}
