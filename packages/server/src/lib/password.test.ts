import { describe, expect, it } from 'vitest'
import { oneTimePassword, refuseWeakPassword } from './password.ts'

const person = { account: 'li.wei7', name: 'Ada Lovelace' }

describe('[BU-02] a new password', () => {
  it.each([
    'short',
    'with space',
    'umläute_1',
    'x'.repeat(26),
    'password2026',
    'Passw0rd_1',
    'qwertyuiop',
    'zyxwvut',
    'abcabcabc',
    'woaini1314',
    '987654',
    'Gatehouse_99',
    'LiWei7',
    'liwei_2026',
    'adalovelace1',
    '112211',
  ])('a new password is refused as %s', (password) => {
    expect(() => refuseWeakPassword(password, person)).toThrow('auth.password-weak')
  })

  it.each(['Kx7_mond', '13800000009x', 'Correct_horse_1', 'blue_kettle_42', '94f27d', oneTimePassword()])(
    'a new password is accepted as %s',
    (password) => {
      expect(() => refuseWeakPassword(password, person)).not.toThrow()
    },
  )
})
