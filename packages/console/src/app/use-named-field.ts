import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { namedFieldOf } from '../lib/named-field.ts'

/** A page has this long to draw the field that its address names. */
const patienceMs = 10_000

/** `…/edit#field-timeZone`: moves the focus to the field that the address names, once the page has drawn it. */
export function useNamedField() {
  const { hash, key } = useLocation()
  useEffect(() => {
    const name = namedFieldOf(hash)
    if (name === undefined) return
    const look = () => {
      const field = fieldOf(name)
      if (!field) return
      leave()
      // a tab or a panel that comes in takes the focus itself at first
      field.scrollIntoView({ block: 'center' })
      field.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(look)
    const timer = setTimeout(() => leave(), patienceMs)
    const leave = () => {
      changes.disconnect()
      clearTimeout(timer)
    }
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'class', 'hidden'] })
    look()
    return leave
  }, [hash, key])
}

/** The field of a form, or of a setting of a device. */
function fieldOf(name: string): HTMLElement | undefined {
  const setting = `[data-setting="${name}"] :is(input, textarea, button[role="switch"])`
  const found = document.querySelectorAll<HTMLElement>(`.detail-panel [id="${name}"], ${setting}`)
  return [...found].find((field) => field.getClientRects().length > 0)
}
