import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** An address as it is compared: an IPv4 address that came in IPv6's clothes without them. */
export function plainAddress(address: string): string {
  // Most come as the first; the second is written in the one way of a URL.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address) || !/:ffff:/i.test(address)) return mapped ?? address
  const [, high, low] =
    /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(URL.parse(`http://[${address}]`)?.hostname ?? '') ?? []
  if (high === undefined || low === undefined) return address
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`
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

/** Everything that is no address of a single machine on the public internet (IANA's special-purpose registries). */
const special = readNetworks(
  [
    '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, 192.0.2.0/24',
    '192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/4, 240.0.0.0/4',
    '::/96, 64:ff9b::/96, 64:ff9b:1::/48, 100::/64, 2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20',
    '5f00::/16, fc00::/7, fe80::/10, fec0::/10, ff00::/8',
  ].join(', '),
)

/** Whether this is a machine on the public internet, and not our own network, our neighbours or ourselves. */
export const isPublicAddress = (address: string): boolean => isIP(address) > 0 && !isWithin(special, address)
