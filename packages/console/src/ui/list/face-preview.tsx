import { useEffect, useState, type RefObject } from 'react'

const side = 240
const gap = 8

type Shown = { address: string; left: number; top: number }

/**
 * One larger picture for all thumbnails inside `within`: on hover, and on focus of the row that holds one. A popover per
 * row would cost a list hundreds of elements.
 */
export function FacePreview({ within }: { within: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const element = within.current
    if (!element) return
    const show = (picture: HTMLElement) => {
      const address = picture.dataset['preview']
      if (!address) return
      const { left, right, top } = picture.getBoundingClientRect()
      const fits = right + gap + side < innerWidth
      setShown({
        address,
        left: fits ? right + gap : Math.max(gap, left - gap - side),
        top: Math.max(gap, Math.min(top - side / 3, innerHeight - side - gap)),
      })
    }
    const over = ({ target }: Event) => {
      if (target instanceof HTMLElement && target.dataset['preview']) show(target)
      else setShown(null)
    }
    const focus = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
      const picture = target.querySelector<HTMLElement>('[data-preview]')
      if (picture) show(picture)
      else setShown(null)
    }
    const hide = () => setShown(null)
    element.addEventListener('pointerover', over)
    element.addEventListener('pointerleave', hide)
    element.addEventListener('focusin', focus)
    element.addEventListener('focusout', hide)
    addEventListener('scroll', hide, true)
    return () => {
      element.removeEventListener('pointerover', over)
      element.removeEventListener('pointerleave', hide)
      element.removeEventListener('focusin', focus)
      element.removeEventListener('focusout', hide)
      removeEventListener('scroll', hide, true)
    }
  }, [within])
  if (!shown) return null
  return <img className="face-preview" src={shown.address} alt="" style={{ left: shown.left, top: shown.top }} />
}
