import type { Words } from './texts.ts'

/** The limits of the contract: 4 to 8 digits. */
const minDigits = 4
const maxDigits = 8

/** The typed digits after one more key: a digit, or Backspace. */
export const typePin = (pin: string, key: string): string =>
  key === 'Backspace' ? pin.slice(0, -1) : (pin + key).slice(0, maxDigits)

export const isWholePin = (pin: string): boolean => pin.length >= minDigits

export type PinPadProps = {
  readonly title: string
  readonly pin: string
  readonly words: Words
  onKey(this: void, key: string): void
  onEnter(this: void): void
}

/** Ten digits to touch, or to type on a keyboard. The typed digits are shown as dots. */
export function PinPad({ title, pin, words, onKey, onEnter }: PinPadProps) {
  const digit = (key: string) => (
    <button key={key} type="button" className="quiet" onClick={() => onKey(key)}>
      {key}
    </button>
  )
  return (
    <section className="pad" role="dialog" aria-label={title}>
      <h2>{title}</h2>
      <p className="dots" role="status" aria-label={String(pin.length)}>
        {'●'.repeat(pin.length)}
      </p>
      {[...'123456789'].map(digit)}
      <button type="button" className="quiet" aria-label={words.erase} onClick={() => onKey('Backspace')}>
        ⌫
      </button>
      {digit('0')}
      <button type="button" aria-label={words.enter} disabled={!isWholePin(pin)} onClick={onEnter}>
        ✓
      </button>
    </section>
  )
}
