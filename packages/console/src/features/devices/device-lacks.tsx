import type { LackReason } from '@gatehouse/contract/device/capabilities.ts'
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
  const lines = names.flatMap((name) => {
    const reason: LackReason | null = lacks[name]
    return reason === null ? [] : [{ name, text: t(`devices:lack.reason.${reason}`) }]
  })
  if (lines.length === 0) return null
  return (
    <ul className="device-words device-lacks" aria-label={t('devices:lack.title')}>
      {lines.map(({ name, text }) => (
        <li key={name}>{t('devices:lack.line', { what: nameOf(name), reason: text })}</li>
      ))}
    </ul>
  )
}
