import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { isHeld, type Option } from './option.ts'

/** The effect of the keys now; a screen reader has it from the field. */
export function PaletteKeys({ option, hasRest }: { option: Option | undefined; hasRest: boolean }) {
  const t = useText()
  return (
    <p className="palette-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('palette:keys.choose')}
      </span>
      <span>
        <kbd>Enter</kbd> {t(`palette:keys.${enterOf(option)}`)}
      </span>
      {hasRest && (
        <span>
          <kbd>Tab</kbd> {t('palette:keys.complete')}
        </span>
      )}
      <Examples />
    </p>
  )
}

function enterOf(option: Option | undefined) {
  const act = option?.act
  if (act?.kind === 'write') return 'write'
  if (act?.kind !== 'do') return 'go'
  return isHeld(act.deed) ? 'hold' : 'do'
}

const examples = [
  ['person.suspend', 'suspend'],
  ['visitor.write', 'visitor'],
  ['live.control', 'open'],
  ['record.read', 'why'],
] as const

/** Examples that this role may say. */
function Examples() {
  const t = useText()
  const can = useCan()
  const [first, second] = examples
    .filter(([permission]) => can(permission))
    .map(([, name]) => t(`palette:example.${name}`))
  if (first === undefined) return null
  return (
    <span className="palette-examples">
      {second === undefined ? t('palette:try', { first }) : t('palette:tryTwo', { first, second })}
    </span>
  )
}
