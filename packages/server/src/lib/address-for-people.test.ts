import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { addressesForPeople } from './address-for-people.ts'

const plain = { protocol: 'http', port: 8080 } as const
const secure = { protocol: 'https', port: 8443 } as const
const outer = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

it('over plain HTTP the address of this machine stands first, since a camera works there; the network is told of separately', () => {
  expect(addressesForPeople({ HOST: '0.0.0.0', PUBLIC_URL: undefined }, plain)).toEqual({
    first: 'http://localhost:8080',
    network: outer && `http://${outer}:8080`,
    isNetworkWithoutCamera: outer !== undefined,
  })
})

it('over HTTPS the address for everybody stands first: a camera works there', () => {
  const { first, network, isNetworkWithoutCamera } = addressesForPeople({ HOST: '::', PUBLIC_URL: undefined }, secure)
  expect([first, network, isNetworkWithoutCamera]).toEqual([`https://${outer ?? 'localhost'}:8443`, undefined, false])
})

it('a server that listens on one address tells that one, and whether a camera works there', () => {
  const at = (HOST: string) => addressesForPeople({ HOST, PUBLIC_URL: undefined }, plain)
  expect(at('127.0.0.1')).toEqual({
    first: 'http://127.0.0.1:8080',
    network: undefined,
    isNetworkWithoutCamera: false,
  })
  expect(at('::1')).toMatchObject({ first: 'http://[::1]:8080', isNetworkWithoutCamera: false })
  expect(at('192.168.7.20')).toMatchObject({ first: 'http://192.168.7.20:8080', isNetworkWithoutCamera: true })
})

it('the address that the operator has set stands first', () => {
  expect(addressesForPeople({ HOST: '0.0.0.0', PUBLIC_URL: 'https://gate.example.com' }, plain)).toEqual({
    first: 'https://gate.example.com',
    network: undefined,
    isNetworkWithoutCamera: false,
  })
})
