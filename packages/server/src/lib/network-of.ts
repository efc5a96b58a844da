import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseAddress } from './ssrf-guard.ts'

/**
 * The unit that counts as one caller: an IPv4 address, also in its IPv6 form, but of IPv6 the network of 64 bits, in
 * which every machine may take as many addresses as it likes (RFC 4291, 2.5.4).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = parseAddress(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}

/**
 * The addresses of an `X-Forwarded-For` without the ports that some proxies write (`1.2.3.4:5678`, `[::1]:5678`), which
 * change with each connection. Entries before one that is no address were not written by a trusted proxy, and are left
 * out.
 */
export function plainAddresses(header: string): string[] {
  const addresses = header.split(',').map((entry) => withoutPort(entry.trim()))
  return addresses.slice(addresses.findLastIndex((address) => !isIP(address)) + 1)
}

const withoutPort = (entry: string) => {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}
