import { currentYear } from './clock.ts'

/** LAY-04: from 2014 to the current year. */
export const copyrightYears = (year = currentYear()) => `2014–${year}`
