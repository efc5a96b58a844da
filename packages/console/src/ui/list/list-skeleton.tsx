import { useText } from '../../i18n/i18n.ts'

/** Rows in the shape and height of those that come, so that nothing jumps when they do. */
export function ListSkeleton({ rows, columns }: { rows: number; columns: readonly { key: string; width: number }[] }) {
  const t = useText()
  const template = columns.map(({ width }) => `minmax(0, ${width}fr)`).join(' ')
  return (
    <div className="list-skeleton" role="status" aria-label={t('list:loading')}>
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} className="list-skeleton-row" style={{ gridTemplateColumns: template }}>
          {columns.map(({ key }, index) => (
            <i key={key} style={{ width: `${45 + ((row * 3 + index * 5) % 4) * 12}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
