import type { MinuteRange } from './timetable.ts'

/** The links that `door/decide-at-door.ts` adds to the chain. */
export type DoorReason =
  | { code: 'fire-opens' | 'emergency-opens'; sinceMs: number }
  | { code: 'lockdown-refuses' | 'lockdown-may-leave'; lockdownId: string; sinceMs: number }
  | { code: 'lockdown-exempts'; lockdownId: string; groupIds: readonly string[] }
  | { code: 'door-held-open' | 'door-held-closed' }
  | { code: 'door-unlocked'; timetableId: string; row: number | 'holiday'; range: MinuteRange }
  | { code: 'anti-passback-holds'; areaId: string }
  | { code: 'anti-passback-exempts' | 'occupancy-exempts'; areaId: string; groupIds: readonly string[] }
  | { code: 'already-inside'; areaId: string; enteredAtMs: number | null }
  | { code: 'came-in-lately'; areaId: string; enteredAtMs: number; minutes: number }
  | { code: 'anti-passback-unknown' | 'occupancy-unknown'; areaId: string; whenUnknown: 'opens' | 'refuses' }
  | { code: 'occupancy-below-limit' | 'occupancy-reached'; areaId: string; occupancy: number; max: number }
  | { code: 'interlock-holds' }
  | { code: 'interlock-door-open'; doorIds: readonly string[] }
  | { code: 'interlock-unknown'; whenUnknown: 'opens' | 'refuses' }
  | { code: 'escort-present'; escortId: string; shownAtMs: number }
  | { code: 'escort-missing'; groupIds: readonly string[]; seconds: number }
  | { code: 'several-people-present'; personIds: readonly string[]; count: number }
  | {
      code: 'several-people-missing'
      groupIds: readonly string[]
      presentCount: number
      count: number
      seconds: number
    }
  | { code: 'first-person-present'; firstPersonAtMs: number }
  | { code: 'floors-released'; areaIds: readonly string[] }
  | { code: 'no-floor' }
  | { code: 'first-person-exempts' | 'first-person-missing'; groupIds: readonly string[] }
