import { arrangeDashboard } from '@gatehouse/contract/features/dashboard.ts'
import { defaultArrangement, type Widget, type WidgetName } from '@gatehouse/contract/features/dashboard/widgets.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { dashboardQuery } from './dashboard-queries.ts'
import { isSame, moveBeside, moveBy, moveTo, spansOf } from './place-widgets.ts'
import type { FilledWidget } from './widgets.tsx'
import './arrange-board.css'

type Props = { widgets: readonly FilledWidget[]; role: Role; onDone: () => void }
type Drag = { name: WidgetName; target: WidgetName; isAfter: boolean }

const plain = ({ name, place, width }: Widget): Widget => ({ name, place, width })

/**
 * The dashboard while its account arranges it: each widget can be dragged by its handle, and the handle takes the arrow keys. Nothing
 * is kept until it is saved.
 */
export function ArrangeBoard({ widgets: all, role, onDone }: Props) {
  const t = useText()
  const arranging = useArranging(all)
  const { board, widgets, said, columnOf } = arranging
  const save = useSave(role, onDone)
  const main = columnOf(widgets, 'main')
  const spans = spansOf(main)
  const cellOf = (widget: Widget, span?: string) => (
    <ArrangedWidget key={widget.name} widget={widget} span={span} arranging={arranging}>
      {all.find(({ name }) => name === widget.name)?.content}
    </ArrangedWidget>
  )
  return (
    <div ref={board}>
      <section className="arrange" aria-label={t('dashboard:arrange.title')}>
        <p id="arrange-keys">{t('dashboard:arrange.hint')}</p>
        <div className="arrange-actions">
          <Button onClick={() => arranging.set([...defaultArrangement(role)])}>{t('dashboard:arrange.default')}</Button>
          <Button onClick={onDone}>{t('form:cancel')}</Button>
          <Button type="primary" loading={save.isPending} onClick={() => save.mutate(widgets)}>
            {t('form:save')}
          </Button>
        </div>
        <HiddenWidgets arranging={arranging} />
        <p className="for-readers" role="status">
          {said}
        </p>
      </section>
      <div className="board" data-has-side>
        <div className="board-main">{main.map((widget, at) => cellOf(widget, spans[at]))}</div>
        <div className="board-side">{columnOf(widgets, 'side').map((widget) => cellOf(widget))}</div>
      </div>
    </div>
  )
}

type Arranging = ReturnType<typeof useArranging>

/** The arrangement as it is being made, what a screen reader hears of it, and the drag that is under way. */
function useArranging(all: readonly FilledWidget[]) {
  const t = useText()
  const [widgets, set] = useState(() => all.map(plain))
  const [drag, setDrag] = useState<Drag>()
  const [said, setSaid] = useState('')
  const board = useRef<HTMLDivElement>(null)
  const shown = new Set(all.flatMap(({ name, content }) => (content ? [name] : [])))
  const titleOf = (name: WidgetName) => t(`dashboard:widget.${name}`)
  const columnOf = (of: readonly Widget[], place: Widget['place']) =>
    of.filter((one) => one.place === place && shown.has(one.name))
  useEffect(() => board.current?.querySelector<HTMLElement>('[data-handle]')?.focus(), [])
  const take = (next: Widget[], name: WidgetName) => {
    if (isSame(next, widgets)) return
    set(next)
    const place = next.find((one) => one.name === name)?.place ?? 'off'
    const column = columnOf(next, place)
    const at = column.findIndex((one) => one.name === name) + 1
    setSaid(
      place === 'off'
        ? t('dashboard:arrange.hidden', { name: titleOf(name) })
        : t(`dashboard:arrange.moved.${place}`, { name: titleOf(name), at, of: column.length }),
    )
    // The handle stays under the fingers that press its keys.
    requestAnimationFrame(() => board.current?.querySelector<HTMLElement>(`[data-handle='${name}']`)?.focus())
  }
  const press = (event: KeyboardEvent, name: WidgetName) => {
    const next = {
      ArrowUp: () => moveBy(widgets, name, -1, shown),
      ArrowDown: () => moveBy(widgets, name, 1, shown),
      ArrowLeft: () => moveTo(widgets, name, 'main'),
      ArrowRight: () => moveTo(widgets, name, 'side'),
    }[event.key]
    if (!next) return
    event.preventDefault()
    take(next(), name)
  }
  const move = (name: WidgetName, place: Widget['place']) => take(moveTo(widgets, name, place), name)
  const drop = () => {
    if (drag) take(moveBeside(widgets, drag.name, drag.target, drag.isAfter), drag.name)
    setDrag(undefined)
  }
  return { board, widgets, set, said, drag, setDrag, drop, press, move, titleOf, columnOf }
}

/** The hidden widgets, each to be shown again. */
function HiddenWidgets({ arranging: { widgets, columnOf, titleOf, move } }: { arranging: Arranging }) {
  const t = useText()
  const off = columnOf(widgets, 'off')
  if (off.length === 0) return null
  return (
    <div className="arrange-off">
      <span>{t('dashboard:arrange.off')}</span>
      {off.map(({ name }) => (
        <Button
          key={name}
          size="small"
          data-handle={name}
          aria-label={t('dashboard:arrange.showOf', { name: titleOf(name) })}
          onClick={() => move(name, name === 'inside' || name === 'events' ? 'side' : 'main')}
        >
          + {titleOf(name)}
        </Button>
      ))}
    </div>
  )
}

type ArrangedProps = { widget: Widget; span: string | undefined; arranging: Arranging; children: ReactNode }

function ArrangedWidget({ widget: { name, place, width }, span, arranging, children }: ArrangedProps) {
  const t = useText()
  const { widgets, set, drag, setDrag, drop, press, move, titleOf } = arranging
  const other = width === 'half' ? 'wide' : 'narrow'
  const widen = () =>
    set(widgets.map((one) => (one.name === name ? { ...one, width: width === 'half' ? 'whole' : 'half' } : one)))
  return (
    <div
      className="board-cell arranged"
      data-span={span}
      data-widget={name}
      data-dragged={drag?.name === name || undefined}
      data-drop={drag?.target === name && drag.name !== name ? (drag.isAfter ? 'after' : 'before') : undefined}
    >
      <div className="arranged-tools">
        <button
          type="button"
          className="arranged-handle"
          data-handle={name}
          aria-label={t('dashboard:arrange.handle', { name: titleOf(name) })}
          aria-describedby="arrange-keys"
          onKeyDown={(event) => press(event, name)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setDrag({ name, target: name, isAfter: false })
          }}
          onPointerMove={(event) => drag && setDrag(dropAt(event, drag))}
          onPointerUp={drop}
          onPointerCancel={() => setDrag(undefined)}
        >
          <span aria-hidden>⠿</span> {titleOf(name)}
        </button>
        {place === 'main' && (
          <button type="button" aria-label={t(`dashboard:arrange.${other}Of`, { name: titleOf(name) })} onClick={widen}>
            {t(`dashboard:arrange.${other}`)}
          </button>
        )}
        <button
          type="button"
          aria-label={t('dashboard:arrange.hideOf', { name: titleOf(name) })}
          onClick={() => move(name, 'off')}
        >
          {t('dashboard:arrange.hide')}
        </button>
      </div>
      <div inert>{children}</div>
    </div>
  )
}

/** The place where a widget would fall: before or after the one below the pointer, by the nearer edge. */
function dropAt({ clientX, clientY }: PointerEvent, drag: Drag): Drag {
  const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.arranged')
  const target = over?.dataset['widget']
  if (!over || target === undefined) return drag
  const { top, height, left, width } = over.getBoundingClientRect()
  const isBesideOther = over.dataset['span'] === 'left' || over.dataset['span'] === 'right'
  const isAfter = isBesideOther ? clientX > left + width / 2 : clientY > top + height / 2
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the attribute was written from a name above
  return { ...drag, target: target as WidgetName, isAfter }
}

/** Keeps the arrangement at the account; one that is the role's is none of its own. */
function useSave(role: Role, onDone: () => void) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (widgets: Widget[]) => {
      const own = isSame(widgets, defaultArrangement(role)) ? null : widgets
      await call(arrangeDashboard, { body: { widgets: own } })
      return own
    },
    onSuccess: async (arrangement) => {
      // An answer that is on its way has the arrangement of before.
      await client.cancelQueries({ queryKey: dashboardQuery.queryKey })
      client.setQueryData(dashboardQuery.queryKey, (figures) => figures && { ...figures, arrangement })
      toast.done(t(arrangement ? 'dashboard:arrange.saved' : 'dashboard:arrange.savedDefault'))
      onDone()
    },
    onError: toast.failed,
  })
}
