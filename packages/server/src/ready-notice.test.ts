import { expect, it } from 'vitest'
import { readyNotice } from './ready-notice.ts'

const login = { url: 'http://localhost:8080', account: 'admin', password: 'Abcdefghij1234' }
const fresh = {
  addresses: {
    first: 'http://localhost:8080',
    network: 'http://192.168.7.20:8080',
    isNetworkWithoutCamera: true,
  },
  login,
  isPasswordGiven: false,
  isNew: true,
  dataFolder: '/srv/data',
  now: Temporal.Instant.from('2040-02-03T04:05:06Z'),
}

it('a person who looks gets a box: the address where a camera works first, then where the first password is, and what comes next', () => {
  const lines = readyNotice(fresh, true).split('\n')
  const at = (text: string) => lines.findIndex((line) => line.includes(text))
  expect(at('http://localhost:8080')).toBeGreaterThan(0)
  const order = [
    'http://localhost:8080',
    'http://192.168.7.20:8080',
    'TLS=self-signed',
    login.password,
    'trial',
    'Ctrl+C ends',
  ]
  expect(order.map(at)).toEqual(order.map(at).toSorted((a, b) => a - b))
  expect(order.map(at)).not.toContain(-1)
  const framed = lines.filter((line) => line !== '')
  expect(new Set(framed.map(({ length }) => length)).size).toBe(1)
})

it('started again before anybody has signed in, the box says in which file the first password is; later, nothing of it', () => {
  const again = readyNotice({ ...fresh, login: undefined }, true)
  expect(again).toContain('/srv/data/first-login.json')
  const later = readyNotice({ ...fresh, login: undefined, isNew: false }, true)
  expect(later).toContain('Sign in with your account.')
  expect(later).not.toMatch(/password|first-login/)
})

it('a password that the operator has set is never printed', () => {
  for (const isWatched of [true, false])
    expect(readyNotice({ ...fresh, isPasswordGiven: true }, isWatched)).not.toContain(login.password)
})

it('each line is one fact where nobody looks', () => {
  expect(readyNotice(fresh, false).split('\n')).toEqual([
    'Gatehouse is ready: http://localhost:8080',
    'From other machines: http://192.168.7.20:8080',
    'No camera works there. Browsers give the camera only over HTTPS: start with TLS=self-signed',
    'First login: account admin, one-time password Abcdefghij1234',
    '',
  ])
})

it('a machine whose clock is behind the release is told so before its trial begins', () => {
  const now = Temporal.Instant.from('2020-01-01T20:32:29Z')
  for (const isWatched of [true, false]) {
    expect(readyNotice({ ...fresh, now }, isWatched)).toContain('clock says 2020-01-01: set it before the trial begins')
    expect(readyNotice(fresh, isWatched)).not.toContain('clock')
  }
})
