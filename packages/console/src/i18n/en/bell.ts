/** The bell of the top bar, and the kinds of alarm, which the pages name as it does. */
export const bell = {
  title: 'Alarms',
  count_one: '{count} new alarm',
  count_other: '{count} new alarms',
  many: 'More than 99 new alarms',
  none: 'No open alarm',
  all: 'All alarms',
  sound: 'Sound with new alarms',
  notice: '{type} at {device}',
  show: 'Show',
  // the same words as in mails (contract/texts/alarm-types.ts)
  type: {
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
    blacklisted: 'Blacklisted person at a door',
    'outside-time': 'Person outside their time',
    strangers: 'Repeated strangers',
    'offline-too-long': 'Device offline too long',
  },
} as const
