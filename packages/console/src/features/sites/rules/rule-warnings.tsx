import type { AreaRules, AreaRulesShown } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { useText } from '../../../i18n/i18n.ts'
import { StatusMark } from '../../../ui/feedback/status-mark.tsx'

type Props = {
  of: Pick<AreaRulesShown, 'warnings' | 'unableDevices'>
  /** The rule that is set, or about to be: one that counts minutes needs to see nobody leave. */
  mode: NonNullable<AreaRules['antiPassback']>['mode'] | 'none'
  hasLimit: boolean
}

/** The doors and devices at which rules of an area work worse than their words, each with what to do about it. */
export function RuleWarnings({ of: { warnings, unableDevices }, mode, hasLimit }: Props) {
  const t = useText()
  if (mode === 'none' && !hasLimit) return null
  const needsWayOut = hasLimit || mode !== 'timed'
  const shown = warnings.filter(({ code }) => needsWayOut || code === 'door-without-contact')
  const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(t('list:comma'))
  const lines = [
    ...(unableDevices.length > 0
      ? [{ key: 'unable', text: t('rules:warning.unable', { names: namesOf(unableDevices) }) }]
      : []),
    ...shown.map(({ code, doors }) => ({ key: code, text: t(`rules:warning.${code}`, { names: namesOf(doors) }) })),
  ]
  if (lines.length === 0) return null
  return (
    <div role="status">
      <ul className="rule-warnings">
        {lines.map(({ key, text }) => (
          <li key={key}>
            <StatusMark meaning="attention">{text}</StatusMark>
          </li>
        ))}
      </ul>
    </div>
  )
}
