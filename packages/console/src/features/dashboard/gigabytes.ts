import { formatNumber } from '../../lib/format-number.ts'

const bytesPerGb = 1024 ** 3

/** Whole numbers from ten on, one decimal below. */
export function gigabytes(bytes: number): string {
  const amount = bytes / bytesPerGb
  return amount >= 10 ? formatNumber(Math.floor(amount)) : (Math.floor(amount * 10) / 10).toFixed(1)
}
