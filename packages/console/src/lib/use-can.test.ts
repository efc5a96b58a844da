import { can, roles } from '@gatehouse/contract/permissions.ts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { sessionUserOf } from '../../test/session-users.ts'
import { setUser } from './session.ts'
import { useCan } from './use-can.ts'

afterEach(() => act(() => setUser(null)))

it('[PERM-07] an element without a restriction is shown to all; others need one permission, or any of a list', () => {
  for (const role of roles) {
    setUser(sessionUserOf(role))
    const { result, unmount } = renderHook(() => useCan())
    expect(result.current()).toBe(true)
    expect(result.current('staff.write')).toBe(can(role, 'staff.write'))
    expect(result.current(['staff.write', 'device.write'])).toBe(can(role, 'staff.write') || can(role, 'device.write'))
    expect(result.current([])).toBe(false)
    unmount()
  }
})

it('a change of role shows and hides elements without a reload', () => {
  setUser(sessionUserOf('subAdmin'))
  const { result } = renderHook(() => useCan())
  expect(result.current('staff.write')).toBe(false)
  act(() => setUser(sessionUserOf('mainAdmin')))
  expect(result.current('staff.write')).toBe(true)
  act(() => setUser(null))
  expect(result.current('staff.write')).toBe(false)
})
