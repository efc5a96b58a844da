import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress, isSameAddress, readNetworks } from './ssrf-guard.ts'
import { createOutboundHttp } from './outbound-http.ts'

describe('addresses outside', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'ff02::1',
    '::7f00:1',
    'fe80::1%eth0.100',
    'localhost',
    'gate.example.com',
    '8.8.8',
    '2001:db8::1',
    '',
  ])('%s is no address of the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::8', '::ffff:8.8.8.8'])(
    '%s is an address of the public internet',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it('networks are read as a whole or not at all', () => {
    expect(readNetworks('10.0.0.0/8, 192.168.1.7,fd00::/8')?.rules).toHaveLength(3)
    for (const wrong of ['', '10.0.0.0/33', '10.0.0/8', 'example.com', '10.0.0.1/8/8', '10.0.0.1,'])
      expect(readNetworks(wrong), wrong).toBeUndefined()
  })

  it('an address is the same in every notation', () => {
    expect(isSameAddress('::ffff:10.0.0.1', '10.0.0.1')).toBe(true)
    expect(isSameAddress('2001:db8:0::1', '2001:db8::1')).toBe(true)
    expect(isSameAddress('10.0.0.1', '10.0.0.2')).toBe(false)
  })
})

describe('requests to the outside', () => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    if (request.url === '/away') return response.writeHead(302, { location: '/target' }).end()
    if (request.url === '/silent') return undefined
    if (request.url === '/drip') return void response.writeHead(200).write('a')
    return response.writeHead(request.url === '/broken' ? 500 : 204).end()
  })
  let port: number
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('[BU-04] requests to the outside reach no private address unless the operator allows it, by any name', async () => {
    const outboundHttp = createOutboundHttp(undefined, 2_000)
    for (const host of ['127.0.0.1', 'localhost', '127.1', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]', '0'])
      for (const scheme of ['http', 'https'])
        expect(await outboundHttp.post(`${scheme}://${host}:${port}/`, {}, '{}'), host).toEqual({
          status: null,
          problem: 'address-forbidden',
        })
    expect((await outboundHttp.post('http://8.8.8.8/', {}, '{}')).problem).toBe('http-forbidden')
    expect(calls).toEqual([])
    outboundHttp.close()
  })

  it('requests to the outside report their outcome; a redirect is not followed, and a slow answer is given up', async () => {
    const outboundHttp = createOutboundHttp(readNetworks('127.0.0.0/8'), 1_000)
    const post = (path: string) => outboundHttp.post(`http://localhost:${port}${path}`, { 'content-type': 'x' }, '{}')
    expect(await post('/')).toEqual({ status: 204, problem: null })
    expect(await post('/broken')).toEqual({ status: 500, problem: 'http-500' })
    expect(await post('/away')).toEqual({ status: 302, problem: 'redirect' })
    expect(await post('/silent')).toEqual({ status: null, problem: 'timeout' })
    expect(await post('/drip')).toEqual({ status: 200, problem: null })
    expect(calls).not.toContain('/target')
    outboundHttp.close()
  })
})
