import type { ShownAlarmType } from '../device/alarm-types.ts'

/** Kinds of alarm by name: in the console, and in the mails that tell of them. A file for each language: a browser loads one. */
export const alarmTypesEn = {
  tamper: 'Device tampered with',
  'forced-open': 'Door forced open',
  'door-open-too-long': 'Door open too long',
  'wrong-passwords': 'Password attack',
  'bluetooth-battery-low': 'Bluetooth battery low',
  'thermal-camera': 'Thermal camera fault',
  'camera-blocked': 'Camera blocked or dirty',
  spoof: 'Attack with a false face',
  fire: 'Fire alarm',
  'feature-extraction': 'Feature extraction failed',
  'anti-passback': 'Anti-passback violated',
  'occupancy-limit': 'Too many people in an area',
  duress: 'Person under duress',
  blacklisted: 'Blacklisted person at a door',
  'outside-time': 'Person outside their time',
  strangers: 'Repeated strangers',
  'offline-too-long': 'Device offline too long',
  cloned: 'Two machines with one identity',
  'person-elsewhere': 'Device names people whom it does not know',
  'visit-overdue': 'Visitor inside after the visit',
  'face-threshold-low': 'Face threshold lower than its people need',
  unknown: 'Unknown alarm',
} as const satisfies Record<ShownAlarmType, string>
