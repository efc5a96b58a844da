import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import './menu.css'

export type MenuEntry = {
  key: string
  label: ReactNode
  isDangerous?: boolean
  /** Why it cannot be chosen now; empty where that is plain to see. */
  disabledReason?: string | undefined
  /** A line above it: another kind of action. */
  isApart?: boolean
  /** Stands above it: from here on the entries are choices of this. */
  heading?: string
  /** It is one of several choices: whether it is the one that holds. */
  isChosen?: boolean
  /** The menu stays, to see the choice working. */
  stays?: boolean
  run: () => void
}

type MenuProps = {
  entries: readonly MenuEntry[]
  /** The button that opened it: it stands below, and gets the focus back. */
  button: HTMLElement
  label?: string | undefined
  onClose: () => void
}

const gap = 4

/** A menu at its button, in the keys of every menu: arrows, Home, End, a first letter; Escape and Tab leave it. */
export function Menu({ entries, button, label, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = box.current
    if (!menu) return
    const at = button.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = menu
    const isAbove = at.bottom + gap + height > innerHeight && at.top - gap - height > 0
    menu.style.top = `${isAbove ? at.top - gap - height : Math.min(at.bottom + gap, Math.max(0, innerHeight - height))}px`
    menu.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`
    itemsOf(menu)[0]?.focus({ preventScroll: true })
  }, [button])
  const leave = () => {
    button.focus({ preventScroll: true })
    onClose()
  }
  useEffect(() => {
    const press = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target) && !button.contains(target)) onClose()
    }
    // its button moves away below it
    const scroll = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('scroll', scroll, true)
    addEventListener('resize', onClose)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('scroll', scroll, true)
      removeEventListener('resize', onClose)
    }
  }, [button, onClose])
  return createPortal(
    <div
      ref={box}
      className="menu-pop"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => menuKeys(event, leave)}
      // the row of the button hears nothing of it and stays closed
      onClick={(event) => event.stopPropagation()}
    >
      {sectionsOf(entries).map(({ heading, entries: some }) => {
        const [first] = some
        const items = some.map((entry) => (
          <Item key={entry.key} entry={entry} next={entries[entries.indexOf(entry) + 1]} leave={leave} />
        ))
        return (
          <Fragment key={first?.key}>
            {first?.isApart && <hr />}
            {heading === undefined ? (
              items
            ) : (
              <div role="group" aria-label={heading}>
                <p aria-hidden="true">{heading}</p>
                {items}
              </div>
            )}
          </Fragment>
        )
      })}
    </div>,
    // nothing outside of an open dialog can be reached
    button.closest('dialog') ?? document.body,
  )
}

/** Choices of one kind stand together under their heading; any other entry stands alone. */
function sectionsOf(entries: readonly MenuEntry[]) {
  const sections: { heading?: string | undefined; entries: MenuEntry[] }[] = []
  for (const entry of entries) {
    const last = sections.at(-1)
    const joins = last?.heading !== undefined && entry.heading === undefined && entry.isChosen !== undefined
    if (joins) last.entries.push(entry)
    else sections.push({ heading: entry.heading, entries: [entry] })
  }
  return sections
}

function Item({ entry, next, leave }: { entry: MenuEntry; next: MenuEntry | undefined; leave: () => void }) {
  const { label, isChosen, isDangerous, disabledReason, stays, run } = entry
  return (
    <button
      type="button"
      role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChosen}
      tabIndex={-1}
      data-danger={isDangerous || undefined}
      aria-disabled={disabledReason !== undefined || undefined}
      onClick={() => {
        if (disabledReason !== undefined) return
        if (!stays) leave()
        run()
      }}
    >
      {label}
      {/* a reason that several in a row share stands below the last of them */}
      {disabledReason && disabledReason !== next?.disabledReason && <small>{disabledReason}</small>}
    </button>
  )
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

function menuKeys(event: KeyboardEvent<HTMLElement>, leave: () => void) {
  const items = itemsOf(event.currentTarget)
  const here = items.findIndex((item) => item === document.activeElement)
  const last = items.length - 1
  const target = {
    ArrowDown: here === last ? 0 : here + 1,
    ArrowUp: here <= 0 ? last : here - 1,
    Home: 0,
    End: last,
  }[event.key]
  event.stopPropagation()
  if (target !== undefined) {
    event.preventDefault()
    items[target]?.focus()
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    leave()
  } else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
    const letter = event.key.toLocaleLowerCase()
    const after = [...items.slice(here + 1), ...items.slice(0, here + 1)]
    after.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter))?.focus()
  }
}

/** Opens a menu at the button that was pressed. */
export function useMenu(entries: readonly MenuEntry[], label?: string) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setButton(null), [])
  return {
    /** For the button. */
    props: {
      'aria-haspopup': 'menu' as const,
      'aria-expanded': button !== null,
      onClick: (event: { currentTarget: HTMLElement; stopPropagation: () => void }) => {
        event.stopPropagation()
        const pressed = event.currentTarget
        setButton((open) => (open ? null : pressed))
      },
    },
    menu: button && <Menu entries={entries} button={button} label={label} onClose={close} />,
  }
}
