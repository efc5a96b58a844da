import type { Command } from './command.ts'
import { accountCommands } from './features/accounts/account-commands.ts'
import { backupCommands } from './features/backup/backup-commands.ts'
import { licenceCommands } from './features/licence/licence-commands.ts'
import { openPlatformCommands } from './features/open-platform/open-platform-commands.ts'
import { operationLogCommands } from './features/operation-log/operation-log-commands.ts'
import { recogniserCommands } from './features/recognisers/recogniser-commands.ts'
import { packageCommands } from './features/upgrades/package-commands.ts'

/**
 * Every command, in the order of `--help`. They are not part of `Feature`, because loading all features would double the time
 * in which a command starts.
 */
export const commands: readonly Command[] = [
  ...backupCommands,
  ...licenceCommands,
  ...packageCommands,
  ...openPlatformCommands,
  ...operationLogCommands,
  ...accountCommands,
  ...recogniserCommands,
]
