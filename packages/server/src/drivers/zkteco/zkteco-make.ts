import type { Capabilities } from '@gatehouse/contract/device/capabilities.ts'
import type { Make } from '../driver.ts'
import { findLetPass, hasRefusedHoliday } from './zkteco-store.ts'

/** The types of devices by their dialect: they stand in the device's LDID. */
export const dialectTypes = { attendance: 'ZKATT', access: 'ZKACC' } as const
export type Dialect = keyof typeof dialectTypes
export const dialectOf = (type: string): Dialect => (type === dialectTypes.access ? 'access' : 'attendance')

const noRules: Capabilities['rules'] = {
  lockdown: 'decides-alone',
  suspensions: null,
  'free-hours': 'decides-alone',
  'first-person': 'decides-alone',
  escort: 'decides-alone',
  'several-people': 'decides-alone',
  'anti-passback': 'decides-alone',
  occupancy: 'decides-alone',
  interlock: 'decides-alone',
}

/** Terminals that speak ZKTeco's protocol, by their dialect. */
export const zktecoMake: Make = {
  make: 'zkteco',
  shape: 'dial-in',
  joins: 'appears',
  // Nobody at the terminal is asked, and it checks no more than a sum of the file.
  packages: {
    firmware: {
      strategies: ['silent', 'timed'],
      forms: ['full'],
      tellsHardware: false,
      checksSignature: false,
      signedFor: 'zkteco',
      downloadPath: () => '/iclock/file',
    },
  },
  switch: {
    byOperator: ({ ZKTECO }) => (ZKTECO === undefined ? undefined : ZKTECO === 'on'),
    port: ({ ZKTECO_PORT }) => ZKTECO_PORT ?? null,
    servesPlain: (url) => /^(?:http:\/\/[^/]*)?\/+iclock\//i.test(url ?? ''),
  },
  takesPinDigits: true,
  refusesHolidays: hasRefusedHoliday,
  letPassAt: findLetPass,
  capabilities({ type, givesPins = false, ignoresHours = false }) {
    const isAccess = dialectOf(type) === 'access'
    const keepsNoHours = ignoresHours && !isAccess
    const atDoor = isAccess ? null : ('no-word' as const)
    return {
      make: 'zkteco',
      commands: {
        'open-once': null,
        'hold-open': atDoor,
        'hold-closed': 'no-word',
        normal: atDoor,
        restart: null,
        'sync-now': null,
        'release-alarm': null,
        unbind: null,
      },
      credentials: { face: null, card: null, pin: givesPins ? null : 'kept-hashed', pass: 'no-word' },
      rules: keepsNoHours ? { ...noRules, lockdown: 'keeps-no-hours' } : noRules,
      settings: null,
      upgrades: null,
      inputs: 'no-word',
      knowsByNumber: true,
      isTiedToNetwork: true,
      // Some attendance terminals were seen to (docs/zkteco.md).
      mayIgnoreHours: !isAccess,
      ignoresHours: keepsNoHours,
      keepsPeople: true,
      talksWhileWatched: false,
      timetables: isAccess ? accessTimetables : attendanceTimetables,
    }
  },
}

/** Numbers of zones that both keep free: 1 is always, built in, 2 is always, ours; of attendance terminals the last is never, and the three before it are of holidays. */
export const accessTimetables = {
  spansPerDay: 3,
  zones: 200,
  zonesPerPerson: 4,
  holidays: 90,
  holidayKinds: 3,
  holidaysForAll: false,
} as const
/** The documents do not say how many holidays there is room for; the terminals of this family have 24. */
export const attendanceTimetables = {
  spansPerDay: 1,
  zones: 44,
  zonesPerPerson: 3,
  holidays: 24,
  holidayKinds: 3,
  holidaysForAll: true,
} as const
