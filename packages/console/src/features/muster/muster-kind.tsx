import { useText } from '../../i18n/i18n.ts'

/** Drill or real, as a word in a shape of its own: a dashed frame for what is not real. */
export function MusterKind({ isDrill }: { isDrill: boolean }) {
  const t = useText()
  return (
    <span className="muster-kind" data-drill={isDrill}>
      {t(isDrill ? 'muster:kind.drill' : 'muster:kind.real')}
    </span>
  )
}
