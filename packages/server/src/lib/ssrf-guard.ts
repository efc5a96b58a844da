import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address of this text: plain if it is an IPv4 address in its IPv6 form, and without its interface. */
export const parseAddress = (address: string) => ipaddr.process(address.replace(/%.*/, ''))

/** An address for comparison: an IPv4 address in its IPv6 form becomes plain. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = parseAddress(address)
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : address
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Addresses and networks between commas; undefined when one of them is neither. */
export function readNetworks(text: string): BlockList | undefined {
  const networks = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', bits, ...more] = entry.split('/')
    if (!isIP(address) || more.length > 0) return undefined
    if (bits === undefined) networks.addAddress(address, familyOf(address))
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
      networks.addSubnet(address, Number(bits), familyOf(address))
    else return undefined
  }
  return networks
}

export const isWithin = (networks: BlockList | undefined, address: string): boolean =>
  networks?.check(plainAddress(address), familyOf(plainAddress(address))) ?? false

export const isSameAddress = (a: string, b: string): boolean => {
  const list = new BlockList()
  list.addAddress(plainAddress(a), familyOf(plainAddress(a)))
  return isWithin(list, b)
}

/** The earliest form of IPv4 addresses in IPv6: unused today, though no special range to the library. */
const compatible = ipaddr.IPv6.parseCIDR('::/96')

/** Whether this is a machine on the public internet (IANA's registries), and not our own network, our neighbours or ourselves. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = parseAddress(address)
  return parsed.range() === 'unicast' && !(parsed instanceof ipaddr.IPv6 && parsed.match(compatible))
}
