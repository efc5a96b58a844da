import { useText } from '../../i18n/i18n.ts'
import './detail.css'

/** Placeholder lines for details. */
export function DetailSkeleton({ lines = 8 }: { lines?: number }) {
  const t = useText()
  return (
    <div className="detail-skeleton" role="status" aria-label={t('list:loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} style={{ width: `${60 + ((line * 7) % 5) * 9}%` }} />
      ))}
    </div>
  )
}
