import { lackReasons } from '@gatehouse/contract/device/capabilities.ts'
import { useText } from '../../i18n/i18n.ts'
import { doorCommands, type DoorLacks as Lacks } from './command-lacks.ts'

/** A line for each reason why something is not offered at a door; nothing where all of it is. */
export function DoorLacks({ lacks }: { lacks: Lacks }) {
  const t = useText()
  return lackReasons.map((reason) => {
    const without = doorCommands.filter((command) => lacks[command] === reason)
    if (without.length === 0) return null
    const what = without.map((command) => t(`shared:lack.command.${command}`)).join(t('list:comma'))
    return (
      <p key={reason} className="door-lack">
        {t('shared:lack.line', { what, reason: t(`shared:lack.reason.${reason}`) })}
      </p>
    )
  })
}
