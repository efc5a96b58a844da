import { expect, it } from 'vitest'
import { looksOf } from './look-alike.ts'

it.each(['ADMIN', '\uff41dmin', '\u0430dmin', '\u0410dmin', 'adm\u0131n', 'ADM\u0130N', 'ad\u200bmin', '\u0391DMIN'])(
  '%s looks like admin',
  (name) => {
    expect(looksOf(name)).toBe(looksOf('admin'))
  },
)

it.each(['admin2', 'adm1n', '李伟', 'иван'])('%s does not look like admin', (name) => {
  expect(looksOf(name)).not.toBe(looksOf('admin'))
})
