import { el } from './element.ts'
import type { Words } from './texts.ts'

/** The contract's: 4 to 8 digits. */
const shortest = 4
const longest = 8

export interface PinPad {
  readonly element: HTMLElement
  show(who: string, words: Words): void
  hide(): void
}

/** Ten digits to touch, or to type where there are keys. What was typed is shown as dots. */
export function createPinPad(onPin: (pin: string) => void): PinPad {
  let pin = ''
  const title = el('h2', {})
  const dots = el('p', { className: 'dots', role: 'status' })
  const erase = el('button', { type: 'button', className: 'quiet', textContent: '⌫' })
  const enter = el('button', { type: 'button', textContent: '✓' })
  const digits = [...'1234567890'].map((digit) => {
    const key = el('button', { type: 'button', className: 'quiet', textContent: digit })
    key.addEventListener('click', () => set(pin + digit))
    return key
  })
  const element = el('section', { className: 'pad', role: 'dialog', hidden: true })
  element.append(title, dots, ...digits.slice(0, 9), erase, ...digits.slice(9), enter)

  function set(next: string): void {
    pin = next.slice(0, longest)
    dots.textContent = '●'.repeat(pin.length)
    dots.ariaLabel = String(pin.length)
    enter.disabled = pin.length < shortest
  }
  function send(): void {
    const typed = pin
    set('')
    if (typed.length >= shortest) onPin(typed)
  }
  erase.addEventListener('click', () => set(pin.slice(0, -1)))
  enter.addEventListener('click', send)
  document.addEventListener('keydown', (event) => {
    if (element.hidden) return
    if (/^\d$/.test(event.key)) set(pin + event.key)
    else if (event.key === 'Backspace') set(pin.slice(0, -1))
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) send()
  })
  return {
    element,
    show(who, words) {
      title.textContent = [words.typePin, who].filter(Boolean).join(' · ')
      element.ariaLabel = title.textContent
      erase.ariaLabel = words.erase
      enter.ariaLabel = words.enter
      set('')
      element.hidden = false
    },
    hide() {
      set('')
      element.hidden = true
    },
  }
}
