import { describe, expect, it } from 'vitest'
import { roles } from '../../permissions.ts'
import { arrangement, completeArrangement, defaultArrangement, knownWidgets, widgetNames } from './widgets.ts'

describe('the arrangement of a dashboard', () => {
  it('each role has every widget once by default', () => {
    for (const role of roles)
      expect(
        defaultArrangement(role)
          .map(({ name }) => name)
          .toSorted(),
        role,
      ).toEqual([...widgetNames].toSorted())
  })

  it('a doubled or unknown widget is refused when it comes, and left out when it is stored', () => {
    const devices = { name: 'devices', place: 'side', width: 'half' }
    expect(arrangement.safeParse([devices, devices]).success).toBe(false)
    expect(arrangement.safeParse([{ ...devices, name: 'weather' }]).success).toBe(false)
    expect(knownWidgets([devices, { ...devices, place: 'off' }, { ...devices, name: 'weather' }, 7, null])).toEqual([
      devices,
    ])
    for (const broken of [null, 'devices', {}]) expect(knownWidgets(broken)).toEqual([])
  })

  it('a widget that an account has not placed comes after the others, as the role has it', () => {
    const own = [{ name: 'hours', place: 'off', width: 'whole' } as const]
    const whole = completeArrangement(own, 'subAdmin')
    expect(whole[0]).toEqual(own[0])
    expect(whole).toHaveLength(widgetNames.length)
    expect(whole.slice(1)).toEqual(defaultArrangement('subAdmin').filter(({ name }) => name !== 'hours'))
    expect(completeArrangement(null, 'visitorAdmin')).toEqual(defaultArrangement('visitorAdmin'))
  })
})
