import type { ReactNode } from 'react'
import { Dated } from '../../ui/page/dated.tsx'

const marks = {
  good: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM6.5 10.2l2.5 2.5 4.5-5',
  waiting: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 6v4.5l3 1.8',
  bad: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 6v5M10 14h.01',
}

/** The outcome of a page, or what went wrong on it: read out at once when it is bad. */
export function PhoneNotice(props: {
  kind: keyof typeof marks
  title: string
  text?: string | undefined
  children?: ReactNode
}) {
  const { kind, title, text, children } = props
  return (
    <section className="phone-notice" data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <svg className="phone-mark" viewBox="0 0 20 20" width="28" height="28" aria-hidden="true">
        <path d={marks[kind]} />
      </svg>
      <h1>{title}</h1>
      {text && (
        <p>
          <Dated>{text}</Dated>
        </p>
      )}
      {children}
    </section>
  )
}
