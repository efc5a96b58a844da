import type { Capabilities } from '@gatehouse/contract/device/capabilities.ts'
import type { Make, PackageRules } from '../driver.ts'

const everyCommand: Capabilities['commands'] = {
  'open-once': null,
  'hold-open': null,
  'hold-closed': null,
  normal: null,
  restart: null,
  'sync-now': null,
  'release-alarm': null,
  unbind: null,
}

const packages: PackageRules = {
  strategies: ['normal', 'silent', 'timed'],
  forms: ['full', 'split'],
  tellsHardware: true,
  checksSignature: true,
  signedFor: null,
  downloadPath: (packageId) => `/device/v1/packages/${packageId}/file`,
}

/** Terminals that speak our own link (docs/device-link.md): what they cannot do, an older version of their software cannot. */
export const gatehouseMake: Make = {
  make: 'gatehouse',
  shape: 'dial-in',
  joins: 'code',
  packages: { firmware: packages, application: packages },
  capabilities({ abilities }) {
    const asking = abilities.includes('surroundings') ? null : 'older-software'
    return {
      make: 'gatehouse',
      commands: everyCommand,
      credentials: { face: null, card: null, pin: null, pass: null },
      rules: {
        // Software of before gets them in its own words: as a shorter period, or as a door out of service.
        lockdown: null,
        suspensions: null,
        'free-hours': null,
        'first-person': null,
        escort: null,
        'several-people': null,
        'anti-passback': asking,
        occupancy: asking,
        interlock: asking,
      },
      settings: null,
      upgrades: null,
      inputs: null,
      knowsByNumber: false,
      isTiedToNetwork: false,
      mayIgnoreHours: false,
      ignoresHours: false,
      keepsPeople: false,
      talksWhileWatched: true,
      timetables: null,
    }
  },
}
