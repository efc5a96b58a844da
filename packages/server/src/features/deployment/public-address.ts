import { BlockList, isIP } from 'node:net'

/** Addresses that nobody reaches from the internet: private, local, shared by carriers, for documents and tests. */
const inner = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, prefix, 'ipv4')
/** All other IPv6 addresses in use are local or special. */
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')
const documentation = new BlockList()
documentation.addSubnet('2001:db8::', 32, 'ipv6')

/** Whether an address (not a name) can be reached from the internet. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(bare) === 4) return !inner.check(bare, 'ipv4')
  if (isIP(bare) === 6) return outer.check(bare, 'ipv6') && !documentation.check(bare, 'ipv6')
  return false
}
