/** Remote commands of the device link, version 1 (docs/device-link.md, "Commands"). */
export const commandKinds = [
  'open-once',
  'hold-open',
  'hold-closed',
  'normal',
  'restart',
  'sync-now',
  'release-alarm',
  'unbind',
] as const
export type CommandKind = (typeof commandKinds)[number]
