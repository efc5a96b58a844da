import { describe, expect, it } from 'vitest'
import { redirectToHttps } from './redirect-to-https.ts'
import { makeAuthority, makeServerCertificate } from './self-signed-ca.ts'

const names = { names: ['localhost', 'gate.example.com'], addresses: ['127.0.0.1'] }
const { cert } = await makeServerCertificate(await makeAuthority(), names)
const lead = redirectToHttps({}, cert)
const asked = { target: '/login?a=b', address: '::ffff:10.1.2.3', port: 8443 }

describe('plain HTTP is redirected to HTTPS', () => {
  it.each([
    ['localhost:8443', 'https://localhost:8443/login?a=b'],
    ['127.0.0.1:8443', 'https://127.0.0.1:8443/login?a=b'],
    ['[::1]:8443', 'https://[::1]:8443/login?a=b'],
    ['Gate.Example.com', 'https://Gate.Example.com/login?a=b'],
  ])('plain HTTP is redirected to the name that the request used, if that is ours: %s', (host, location) => {
    expect(lead({ ...asked, host })).toBe(location)
  })

  it.each(['evil.example', 'evil.example:8443', 'localhost.evil.example', 'localhost@evil.example', '', undefined])(
    'plain HTTP is redirected to the address that it reached, if the name is not ours: %s',
    (host) => {
      expect(lead({ ...asked, host })).toBe('https://10.1.2.3:8443/login?a=b')
    },
  )

  it('plain HTTP is redirected to PUBLIC_URL if it is set, whatever name the request used', () => {
    const lead = redirectToHttps({ PUBLIC_URL: 'https://doors.example.com' }, cert)
    for (const host of ['evil.example', 'localhost:8443'])
      expect(lead({ ...asked, host })).toBe('https://doors.example.com/login?a=b')
  })

  it.each(['http://evil.example/', '@evil.example/', '*'])(
    'plain HTTP is redirected to a page of this server if it asks for %s',
    (target) => {
      expect(lead({ ...asked, target, host: 'localhost' })).toBe('https://localhost/')
    },
  )
})
