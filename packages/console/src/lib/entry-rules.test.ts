import { describe, expect, it } from 'vitest'
import { addressAfterLogin, entryOf } from './entry-rules.ts'

const at = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'http://gatehouse.example')
  return { pathname, search, hash }
}

describe('an address that is opened', () => {
  it.each(['/login', '/#/login', '/device/list#/login', '/#/login?from=elsewhere'])(
    '[NAV-05] %s is the login page, in its path form',
    (address) => {
      expect(entryOf(at(address), false)).toEqual({ screen: 'login', address: '/login' })
    },
  )

  it('[NAV-06] an address opened without isInit leads to the login page, and is kept', () => {
    expect(entryOf(at('/manmgt/staff/3?page=2'), false)).toEqual({
      screen: 'login',
      address: '/login',
      backUrl: '/manmgt/staff/3?page=2',
    })
    expect(entryOf(at('/'), false)).toMatchObject({ screen: 'login', backUrl: '/' })
    expect(entryOf(at('/404'), false).screen).toBe('login')
  })

  it('[NAV-06] with isInit the login page leads to /', () => {
    expect(entryOf(at('/login'), true)).toEqual({ screen: 'console', address: '/' })
    expect(entryOf(at('/#/login'), true)).toEqual({ screen: 'console', address: '/' })
    expect(entryOf(at('/sign/signRecord?kind=stranger'), true)).toEqual({
      screen: 'console',
      address: '/sign/signRecord?kind=stranger',
    })
  })
})

it.each([true, false])('a page for phones needs no session and keeps its address (isInit: %s)', (isInitialised) => {
  const address = '/m/invite/abc?from=mail'
  expect(entryOf(at(address), isInitialised)).toEqual({ screen: 'phone', address })
})

describe('[LOGIN-06] after login', () => {
  it('a login leads to the kept address, else to /', () => {
    expect(addressAfterLogin('/device/list?page=2')).toBe('/device/list?page=2')
    expect(addressAfterLogin(null)).toBe('/')
    expect(addressAfterLogin('')).toBe('/')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login',
    '/login?x=1',
  ])('a login never leads to %s', (address) => {
    expect(addressAfterLogin(address)).toBe('/')
  })
})

it('the parameters that the OpenID provider sends back stay in the address of the login page, and no others', () => {
  const at = (hash: string) => entryOf({ pathname: '/login', search: '', hash }, false).address
  expect(at('#openid=abc_-1')).toBe('/login#openid=abc_-1')
  expect(at('#openid-failed')).toBe('/login#openid-failed')
  expect(at('#openid=<script>')).toBe('/login')
  expect(at('#other')).toBe('/login')
})
