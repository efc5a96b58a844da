import { useCallback, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { Menu } from '../menu/menu.tsx'
import { labelOf, type ListRow, type RowAction } from './list-column.ts'

export type OpenMenu<Row> = (row: Row, button: HTMLElement) => void

/** The button of a row. All rows share one menu. */
export function RowMenuButton<Row extends ListRow>(props: { row: Row; name: string; onOpen: OpenMenu<Row> }) {
  const t = useText()
  return (
    <button
      type="button"
      className="list-more"
      aria-label={t('list:row.actions', { name: props.name })}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation()
        props.onOpen(props.row, event.currentTarget)
      }}
    >
      ⋮
    </button>
  )
}

/** The one menu of a list, drawn where the button of the row is. */
export function useRowMenu<Row extends ListRow>(actions: readonly RowAction<Row>[]) {
  const [shown, setShown] = useState<{ row: Row; button: HTMLElement } | null>(null)
  const open: OpenMenu<Row> = useCallback(
    (row, button) => setShown((before) => (before?.button === button ? null : { row, button })),
    [],
  )
  const close = useCallback(() => setShown(null), [])
  const menu = shown && (
    <Menu
      key={shown.row.id}
      button={shown.button}
      onClose={close}
      entries={actions.map((action) => ({
        key: action.key,
        label: labelOf(action, shown.row),
        disabledReason: action.disabledReason?.(shown.row),
        ...(action.isDangerous && { isDangerous: true }),
        run: () => action.run(shown.row),
      }))}
    />
  )
  return { open, menu }
}
