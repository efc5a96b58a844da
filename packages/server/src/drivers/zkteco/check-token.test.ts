import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { registrationOf } from './check-token.ts'

const device = { id: '0199aaaa-0000-7000-8000-000000000001', ldid: 'ZKACC-1' }
const keysOf = () => ({ blindIndex: randomBytes(32) })

it('the codes of a registration are the same each time, and others at another installation and of another device', () => {
  const keys = keysOf()
  const given = registrationOf(keys, device)
  expect(registrationOf(keys, device)).toEqual(given)
  const others = [
    registrationOf(keysOf(), device),
    registrationOf(keys, { ...device, id: '0199aaaa-0000-7000-8000-000000000002' }),
    registrationOf(keys, { ...device, ldid: 'ZKACC-2' }),
  ]
  const codes = [given, ...others].flatMap(({ registryCode, sessionId }) => [registryCode, sessionId])
  expect(new Set(codes).size).toBe(codes.length)
  // Longer ones are cut by terminals.
  for (const code of codes) expect(code).toMatch(/^[0-9a-f]{24}$/)
})
