import { type RefObject, useEffect, useRef } from 'react'

/**
 * A panel below its button. It takes the focus when it appears; Escape gives it back to the button, and a press or the focus elsewhere
 * closes it, too.
 */
export function usePop(button: RefObject<HTMLElement | null>, onClose: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node) || panel.current?.contains(target) || button.current?.contains(target)) return
      onClose()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      button.current?.focus()
      onClose()
    }
    document.addEventListener('keydown', escape)
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('keydown', escape)
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [button, onClose])
  return panel
}
