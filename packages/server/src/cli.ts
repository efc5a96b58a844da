import { parseArgs } from 'node:util'
import { resetSuperAdminCommand } from './features/accounts/account-commands.ts'
import { backupCommand, restoreCommand } from './features/backup/backup-commands.ts'
import { issueLicence, makeVendorKeys } from './features/licence/licence-commands.ts'
import {
  approveCommand,
  listApplicationsCommand,
  rejectCommand,
} from './features/open-platform/open-platform-commands.ts'
import { verifyLogCommand } from './features/operation-log/operation-log-commands.ts'
import { makePackageKeys, signPackage, trustPackageKey } from './features/upgrades/package-commands.ts'
import { readConfig } from './lib/config.ts'

const help = `gatehouse backup --out FILE [--key-file FILE]
    Writes the database, the pictures and the keys of this installation into one encrypted file, while it runs: a tar in the
    format of age (age-encryption.org). The secret is a key file (of age-keygen, or 32 bytes and more), or the passphrase in
    GATEHOUSE_BACKUP_PASSPHRASE; without it nobody can restore the file.

gatehouse restore --from FILE [--into FOLDER] [--key-file FILE] [--endings FILE]
    Makes an installation of a backup, in an empty folder (GATEHOUSE_DATA unless told). The whole file is checked first; one that
    is damaged leaves nothing behind. Everybody signs in anew. Who was erased since, by the list of endings (ENDINGS_FILE, or
    endings.log of the data folder that is replaced), is erased again; devices unbound and accounts disabled since are named.

gatehouse licence keygen --out FOLDER
    Makes the vendor's key pair: FOLDER/vendor.key (keep it secret) and FOLDER/vendor.pub (ship it with the product,
    or name it in LICENCE_PUBLIC_KEY).

gatehouse licence issue --key vendor.key --udid UDID --out FILE.lic [--days 365] [--edition enterprise|cloud]
                        [--devices N] [--people N] [--serial TEXT] [--from INSTANT] [--internet]
    Writes a licence file for the installation with this UDID and prints the activation code that belongs to it.
    With --internet the installation may be reached from the internet.

gatehouse package keygen --out FOLDER
    Makes a key pair for upgrade packages: FOLDER/package.key (keep it secret) and FOLDER/package.pub.

gatehouse package trust --key package.pub
    Has this installation trust packages that are signed with the key. Terminals name it in --package-key.

gatehouse package sign --key package.key --file FILE --kind firmware|application --name MODEL|PACKAGE-NAME
                       --version VERSION [--version-code N] [--base VERSION]
    Writes FILE.sig, the detached signature that goes with the upload.

gatehouse open-platform list
    The applications of third parties: what waits for review first, with the day on which the result is due.

gatehouse open-platform approve --application NAME|ID
gatehouse open-platform reject --application NAME|ID --reason TEXT
    Decides on the domain of an application that waits for review. The result is mailed to its applicant.

gatehouse operation-log verify [--anchor NUMBER:HASH]
    Follows the chain of the operation log: was a line changed or taken away? Works while the server runs. An anchor, printed
    by an earlier run, shows also whether the end was cut off. Exit code 1 when something does not fit.

gatehouse super-admin reset
    Prints a one-time password for the super admin who lost the own one or the second factor; ends their sessions.
`

const commands = {
  backup: (options: Record<string, unknown>) => backupCommand(options, readConfig(process.env)),
  restore: (options: Record<string, unknown>) => restoreCommand(options, readConfig(process.env)),
  'licence keygen': makeVendorKeys,
  'licence issue': issueLicence,
  'package keygen': makePackageKeys,
  'package trust': (options: Record<string, unknown>) => trustPackageKey(options, readConfig(process.env)),
  'package sign': signPackage,
  'open-platform list': (options: Record<string, unknown>) => listApplicationsCommand(options, readConfig(process.env)),
  'open-platform approve': (options: Record<string, unknown>) => approveCommand(options, readConfig(process.env)),
  'open-platform reject': (options: Record<string, unknown>) => rejectCommand(options, readConfig(process.env)),
  'operation-log verify': (options: Record<string, unknown>) => verifyLogCommand(options, readConfig(process.env)),
  'super-admin reset': (options: Record<string, unknown>) => resetSuperAdminCommand(options, readConfig(process.env)),
} as const
const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      key: { type: 'string' },
      udid: { type: 'string' },
      days: { type: 'string' },
      from: { type: 'string' },
      edition: { type: 'string' },
      devices: { type: 'string' },
      people: { type: 'string' },
      serial: { type: 'string' },
      internet: { type: 'boolean' },
      anchor: { type: 'string' },
      'key-file': { type: 'string' },
      into: { type: 'string' },
      endings: { type: 'string' },
      file: { type: 'string' },
      kind: { type: 'string' },
      name: { type: 'string' },
      version: { type: 'string' },
      'version-code': { type: 'string' },
      base: { type: 'string' },
      application: { type: 'string' },
      reason: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const name = positionals.join(' ')
  if (values.help || !isCommand(name)) {
    process.stdout.write(help)
    return values.help ? 0 : 1
  }
  process.stdout.write(`${await commands[name](values)}\n`)
  return 0
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
