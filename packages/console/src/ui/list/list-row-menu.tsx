import { Dropdown, type MenuProps } from 'antd'
import { useCallback, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { labelOf, type ListRow, type RowAction } from './list-column.ts'

export type OpenMenu<Row> = (row: Row, button: HTMLElement) => void
type Shown<Row> = { row: Row; button: HTMLElement; left: number; top: number }

/** The button of a row. All rows share one menu: a dropdown each would cost a hundred rows half a second. */
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
  const [shown, setShown] = useState<Shown<Row> | null>(null)
  const open: OpenMenu<Row> = useCallback((row, button) => {
    const { right, bottom } = button.getBoundingClientRect()
    setShown({ row, button, left: right, top: bottom })
  }, [])
  const close = () => {
    shown?.button.focus()
    setShown(null)
  }
  const reasons = actions.map((action) => shown && action.disabledReason?.(shown.row))
  const items: MenuProps['items'] = actions.map((action, index) => {
    const reason = reasons[index]
    // a reason that several actions in a row share is shown below the last of them
    const isSaid = reason && reason !== reasons[index + 1]
    const label = shown && labelOf(action, shown.row)
    return {
      key: action.key,
      danger: action.isDangerous ?? false,
      disabled: Boolean(reason),
      label: isSaid ? <DisabledLabel label={label} reason={reason} /> : label,
    }
  })
  const menu = shown && (
    <Dropdown
      key={shown.row.id}
      open
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was opened takes the focus, and gives it back
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={(isOpen) => !isOpen && close()}
      menu={{
        items,
        onClick: ({ key }) => {
          const action = actions.find((one) => one.key === key)
          close()
          action?.run(shown.row)
        },
      }}
    >
      <span className="list-menu-anchor" style={{ left: shown.left, top: shown.top }} />
    </Dropdown>
  )
  return { open, menu }
}

function DisabledLabel({ label, reason }: { label: string | null; reason: string }) {
  return (
    <span className="list-menu-disabled">
      {label}
      <small>{reason}</small>
    </span>
  )
}
