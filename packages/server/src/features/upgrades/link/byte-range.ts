/**
 * The part of a file of this size that a `Range` header requests, both ends included; the whole file if it requests
 * several parts or is malformed (RFC 9110 has it ignored), undefined if the file has nothing of it.
 */
export function readByteRange(header: string | undefined, size: number): { from: number; to: number } | undefined {
  const whole = { from: 0, to: size - 1 }
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return whole
  if (first === '')
    return last === '0' || Number(last) === 0 ? undefined : { from: Math.max(0, size - Number(last)), to: size - 1 }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return whole
  return from >= size ? undefined : { from, to }
}
