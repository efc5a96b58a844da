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

/** Words of some firmware and of some programs for the same. */
const others: ReadonlyMap<string, Call> = new Map([
  ['getreq', 'getrequest'],
  ['test', 'ping'],
])
/** Some access terminals ask for commands here, and answer them. */
const control = /^service\/+control$/
/** A terminal that is set to use a proxy asks as one asks a proxy. */
const origin = /^https?:\/\/[^/]*/i

/**
 * An address below `/iclock/`, in any capitals, with the `.aspx` of some firmware, and as it becomes where the server's address was typed with a
 * slash or with `/iclock` at its end. `call` is null for one that does not exist.
 */
export function readAddress(
  url: string,
  method = 'GET',
): { call: Call | null; query: Fields; serialNumber: string | null } {
  const at = url.indexOf('?')
  const path = (at < 0 ? url : url.slice(0, at)).replace(origin, '')
  const word = /^\/+(?:iclock\/+){1,2}((?:service\/+)?\w{1,20})(?:\.aspx)?\/*$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const known = calls.find((call) => call === word) ?? others.get(word)
  const call = control.test(word) ? (method === 'POST' ? 'devicecmd' : 'getrequest') : (known ?? null)
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(at < 0 ? '' : url.slice(at + 1))) query.set(name.toLowerCase(), value)
  return { call, query, serialNumber: readSerialNumber(query.get('sn')?.trim()) }
}

/** A serial number as makers print it; null for anything else, which nothing is kept of. */
export const readSerialNumber = (text: string | undefined): string | null =>
  text !== undefined && /^[A-Za-z0-9][\w.:-]{1,39}$/.test(text) ? text : null
