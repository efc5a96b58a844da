import type { ReactNode } from 'react'

const dates = /(\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?)/

/** A sentence with dates in it: each is read in one line. */
export const Dated = ({ children }: { children: string }) =>
  children.split(dates).map((part, index) => (index % 2 === 1 ? <time key={index}>{part}</time> : part))

/** The same of what may be a sentence, or is drawn otherwise. */
export const withUnbrokenDates = (value: ReactNode) => (typeof value === 'string' ? <Dated>{value}</Dated> : value)
