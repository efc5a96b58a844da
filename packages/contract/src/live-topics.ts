/**
 * The topics that the console is told to refresh. A hint carries no data: the console asks the list it shows, so a hint can
 * neither leak nor go stale, and losing one costs only a later refresh. A route says which topic it shows, or which it changes.
 */
export const liveTopics = [
  'records',
  'devices',
  'staff',
  'departments',
  'groups',
  'blacklist',
  'registrations',
  'imports',
  'commands',
  'alarms',
  'attendance',
  'licence',
  'company',
  'service-config',
  'visitors',
  'timetables',
  'policies',
  'upgrades',
  'accounts',
  'sites',
  'storage',
  'open-platform',
] as const
export type LiveTopic = (typeof liveTopics)[number]
