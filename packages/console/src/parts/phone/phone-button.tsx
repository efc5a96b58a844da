import type { ButtonHTMLAttributes } from 'react'

type Look = 'first' | 'second' | 'danger'

/** A button as wide as the page. While it is busy it stays visible and announces this to screen readers. */
export function PhoneButton(props: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; isBusy?: boolean }) {
  const { look = 'second', isBusy = false, type = 'button', ...button } = props
  return <button {...button} type={type} className="phone-button" data-look={look} aria-busy={isBusy} />
}
