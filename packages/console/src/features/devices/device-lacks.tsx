import { type LackReason, lackReasons } from '@gatehouse/contract/device/capabilities.ts'
import { useText } from '../../i18n/i18n.ts'

/** A list of what the device of a page cannot do, and why; nothing where it can do all of it. `lacks` has null for what it does. */
export function DeviceLacks<Name extends string>({
  lacks,
  names,
  nameOf,
}: {
  lacks: Readonly<Record<Name, LackReason | null>>
  names: readonly Name[]
  nameOf: (name: Name) => string
}) {
  const t = useText()
  const lines = lackReasons.flatMap((reason) => {
    const without = names.filter((name) => lacks[name] === reason)
    return without.length === 0 ? [] : [{ reason, what: without.map(nameOf).join(t('list:comma')) }]
  })
  if (lines.length === 0) return null
  return (
    <ul className="device-words device-lacks" aria-label={t('devices:lack.title')}>
      {lines.map(({ reason, what }) => (
        <li key={reason}>{t('shared:lack.line', { what, reason: t(`shared:lack.reason.${reason}`) })}</li>
      ))}
    </ul>
  )
}
