import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import './detail-tabs.css'

type Tab = { key: string; label: ReactNode; content: ReactNode }

/**
 * Tabs whose choice is in the address (`?tab=people`), so that it can be linked; the first one needs no parameter. Arrows move among them,
 * Enter chooses. They are the console's own, since lists have them too: the library's bring its menus along.
 */
export function DetailTabs({ tabs }: { tabs: readonly [Tab, ...Tab[]] }) {
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  const [params, setParams] = useSearchParams()
  const chosen = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  // On a phone the bar is wider than the page: the chosen tab is in view, also where an address leads to it.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    // Not `scrollIntoView`, which would move the page as well.
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2
  }, [chosen.key])
  const choose = (key: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (key === tabs[0].key) next.delete('tab')
        else next.set('tab', key)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="detail-tabs">
      <div ref={bar} className="detail-tabs-bar" role="tablist">
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-tab-${key}`}
            aria-selected={key === chosen.key}
            aria-controls={key === chosen.key ? `${id}-panel` : undefined}
            tabIndex={key === chosen.key ? 0 : -1}
            onClick={() => choose(key)}
            onKeyDown={moveFocus}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        key={chosen.key}
        className="detail-tabs-content"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen.key}`}
        tabIndex={0}
      >
        {chosen.content}
      </div>
    </div>
  )
}

/** Up and down scroll the page. */
const steps = { ArrowRight: 1, ArrowLeft: -1 } as const
const isStep = (key: string): key is keyof typeof steps => key in steps

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  const at = all.indexOf(event.currentTarget)
  const { key } = event
  const next = key === 'Home' ? 0 : key === 'End' ? -1 : isStep(key) ? (at + steps[key]) % all.length : undefined
  if (next === undefined) return
  event.preventDefault()
  all.at(next)?.focus()
}
