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

/** The commands that open a door, hold it or give it back: only for those who may do that (`live.control`). */
const doorCommands: readonly CommandKind[] = ['open-once', 'hold-open', 'hold-closed', 'normal']
export const isDoorCommand = (kind: CommandKind): boolean => doorCommands.includes(kind)
