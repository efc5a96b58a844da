import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '::ffff:8.8.8.8', '[2606:4700::1111]', '2a00:1450::8'])(
  'the address %s can be reached from the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it.each([
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '127.0.0.1',
  '169.254.1.1',
  '100.64.3.4',
  '0.0.0.0',
  '::1',
  'fe80::1',
  'fd12:3456::1',
  '::ffff:10.0.0.1',
  '2001:db8::1',
  'gate.example.com',
  '',
  '8.8.8',
])('the address %s cannot be reached from the internet', (address) => expect(isPublicAddress(address)).toBe(false))
