import type { Fields } from './read-fields.ts'

export const calls = [
  'cdata',
  'fdata',
  'getrequest',
  'devicecmd',
  'registry',
  'push',
  'ping',
  'rtdata',
  'querydata',
  'exchange',
  'file',
] as const
export type Call = (typeof calls)[number]

/** An address below `/iclock/`, in any capitals, with the `.aspx` of some firmware, and with the second slash of an address that was typed with one at its end. `call` is null for one that does not exist. */
export function readAddress(url: string): { call: Call | null; query: Fields; serialNumber: string | null } {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const word = /^\/+iclock\/+(\w{1,20})(?:\.aspx)?\/*$/i.exec(path)?.[1]?.toLowerCase()
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(at < 0 ? '' : url.slice(at + 1))) query.set(name.toLowerCase(), value)
  return { call: calls.find((call) => call === word) ?? null, query, serialNumber: readSerialNumber(query.get('sn')) }
}

/** A serial number as makers print it; null for anything else, which nothing is kept of. */
export const readSerialNumber = (text: string | undefined): string | null =>
  text !== undefined && /^[A-Za-z0-9][\w.:-]{1,39}$/.test(text) ? text : null
