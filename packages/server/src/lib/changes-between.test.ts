import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

describe('[BU-03] changed fields in the operation log', () => {
  it('the operation log shows the fields that differ, with both values', () => {
    expect(
      changesBetween(
        { name: 'Gate', groups: [{ name: 'A' }], location: null, version: 1, updatedAt: '2026-01-01', gone: 1 },
        { name: 'Gate', groups: [{ name: 'A' }, { name: 'B' }], location: 'Hall', version: 2, updatedAt: '2026-01-02' },
      ),
    ).toEqual({
      groups: { from: [{ name: 'A' }], to: [{ name: 'A' }, { name: 'B' }] },
      location: { from: null, to: 'Hall' },
    })
  })

  it('the operation log never shows a secret or a face, only that it changed, however deep it lies', () => {
    const changes = changesBetween(
      { password: 'old', portraitId: null, webhook: { url: 'https://a', secret: 's1' } },
      { password: 'new', portraitId: '0199', webhook: { url: 'https://b', secret: 's2' } },
    )
    expect(changes).toEqual({
      password: { from: '•••', to: '•••' },
      portraitId: { from: null, to: '•••' },
      webhook: { from: { url: 'https://a', secret: '•••' }, to: { url: 'https://b', secret: '•••' } },
    })
  })

  it('the operation log shows only both ends of people’s numbers, and the beginning of long texts', () => {
    const changes = changesBetween(
      { phone: '13800000001', idNumber: 'A1' },
      { phone: '13900000002', idNumber: 'B2', remark: 'x'.repeat(300) },
    )
    expect(changes['phone']).toEqual({ from: '13•••01', to: '13•••02' })
    expect(changes['idNumber']).toEqual({ from: '•••', to: '•••' })
    expect(changes['remark']?.to).toHaveLength(201)
  })
})
