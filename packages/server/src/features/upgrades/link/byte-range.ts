/**
 * The part of a file of this size that a `Range` header asks for, both ends counted in; the whole file where it asks for
 * several parts or makes no sense (RFC 9110 has it ignored), undefined where nothing of it is there.
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
