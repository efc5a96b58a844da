import { passageReason } from '@gatehouse/contract/device/passage-words.ts'
import { expect, it } from 'vitest'
import { wireReasons } from './wire-reasons.ts'

it('A reason about an elevator with 64 floors fits into a record', () => {
  const areaIds = Array.from({ length: 64 }, () => crypto.randomUUID())
  const [reason] = wireReasons([{ code: 'floors-released', areaIds }])
  expect(JSON.stringify(reason).length).toBeLessThanOrEqual(2_000)
  expect(passageReason.parse(reason)).toMatchObject({ code: 'floors-released' })
})
