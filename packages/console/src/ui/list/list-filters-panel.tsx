import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useDocumentKeys } from '../../lib/use-document-keys.ts'
import { useMakesRoom } from '../../lib/use-makes-room.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { periodOf, searchOf, type ListFilter } from './list-filter.ts'
import { ListFilterSearch } from './list-filter-search.tsx'
import { useSetFilters } from './list-tokens.tsx'
import { withFilters } from './list-url-state.ts'
import './list-filters.css'

// the panel is there before the calendar
const ListPeriod = laterPart(
  async () => (await import('./list-period.tsx')).ListPeriod,
  <span className="list-period-awaited" />,
)

type Props = { filters: readonly ListFilter[]; beside?: ReactNode; onClear: () => void; onClose: () => void }

const panelWidth = 360

/**
 * All filters of a list: beside the list, and on a phone the one sheet from below. Its frame and its choices are the browser's own: the
 * component library's took a quarter of a second of a slow machine to draw them.
 */
export function ListFiltersPanel({ filters, beside, onClear, onClose }: Props) {
  const t = useText()
  const id = useId()
  const isPhone = useIsPhone()
  const { set, change, params } = useSetFilters(filters)
  const box = useRef<HTMLElement>(null)
  useMakesRoom(isPhone ? 0 : panelWidth)
  useTakesFocus(box)
  useHoldsPage(isPhone)
  useDocumentKeys(({ key, defaultPrevented }) => {
    const other = document.activeElement?.closest('[role="dialog"], dialog')
    if (key === 'Escape' && !defaultPrevented && (!other || other === box.current)) onClose()
  })
  return createPortal(
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape and the button do the same */}
      {isPhone && <div className="list-filters-mask" onClick={onClose} />}
      <section
        ref={box}
        className="list-filters-panel"
        role="dialog"
        aria-modal={isPhone}
        aria-labelledby={`${id}-title`}
        tabIndex={-1}
      >
        <header>
          <h2 id={`${id}-title`}>{t('list:filters')}</h2>
          <button type="button" aria-label={t('form:close')} onClick={onClose}>
            <CloseOutlined aria-hidden />
          </button>
        </header>
        <div className="list-filters">
          {beside}
          {filters.map((filter) => {
            const value = params.get(filter.key)
            const source = searchOf(filter)
            return 'isPeriod' in filter ? (
              <div key={filter.key}>
                <span>{filter.label}</span>
                <Period label={filter.label} params={params} />
              </div>
            ) : source !== undefined ? (
              <ListFilterSearch
                key={filter.key}
                label={filter.label}
                source={source}
                value={value}
                onChange={(next) => change(filter, next)}
              />
            ) : 'options' in filter ? (
              <label key={filter.key}>
                <span>{filter.label}</span>
                <select value={value ?? ''} onChange={({ target }) => change(filter, target.value || undefined)}>
                  <option value="">{t('list:all')}</option>
                  {filter.options.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
                </select>
              </label>
            ) : null
          })}
        </div>
        <footer>
          <Button type="primary" onClick={onClose}>
            {t('list:tokens.done')}
          </Button>
          <Button disabled={set.length === 0} onClick={onClear}>
            {t('list:clearFilters')}
          </Button>
        </footer>
      </section>
    </>,
    document.body,
  )
}

/** The button that opened it has the focus again afterwards. */
function useTakesFocus(box: { current: HTMLElement | null }) {
  useEffect(() => {
    const opener = document.activeElement
    box.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [box])
}

/** While the sheet of a phone is open, nothing below it can be reached; the calendar's own window stands beside it. */
function useHoldsPage(isHeld: boolean) {
  useLayoutEffect(() => {
    const page = document.getElementById('root')
    if (!page || !isHeld) return
    page.inert = true
    return () => {
      page.inert = false
    }
  }, [isHeld])
}

function Period({ label, params }: { label: string; params: URLSearchParams }) {
  const [, setParams] = useSearchParams()
  const { from, to } = periodOf(params.get('period')) ?? { from: params.get('from'), to: params.get('to') }
  return (
    <ListPeriod
      label={label}
      from={from ?? undefined}
      to={to ?? undefined}
      onChange={(chosen) =>
        setParams((now) => withFilters(now, { period: undefined, ...chosen }), { preventScrollReset: true })
      }
    />
  )
}
