import { useText } from '../../i18n/i18n.ts'
import './face-alike.css'

/** Which of several photographs something concerns. Nothing where there is only one. */
export function OfPhotographs({ ids, among }: { ids: readonly string[]; among: readonly string[] }) {
  const t = useText()
  const numbers = among.flatMap((id, place) => (ids.includes(id) ? [String(place + 1)] : []))
  if (among.length < 2 || numbers.length === 0) return null
  return (
    <span className="face-alike-facts">{t('form:portrait.sent.of', { numbers: numbers.join(t('list:comma')) })}</span>
  )
}
