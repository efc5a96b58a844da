import { createPrivateKey, generateKeyPairSync, randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Command } from '../../command.ts'
import { readOptions } from '../../lib/read-options.ts'
import { hashActivationCode, signLicence } from './licence-file.ts'

/** `gatehouse licence keygen`: refuses to write over a key that exists. */
export async function makeVendorKeys(options: Record<string, unknown>): Promise<string> {
  const { out } = readOptions(z.object({ out: z.string() }), options)
  await mkdir(out, { recursive: true })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keyFile = join(out, 'vendor.key')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  await writeFile(join(out, 'vendor.pub'), publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' })
  return `${keyFile} signs licences: keep it secret. ${join(out, 'vendor.pub')} belongs on the installations.`
}

const count = z.coerce.number().int().min(1).optional()
const issueOptions = z.object({
  key: z.string(),
  udid: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([0-9A-F]{8}-){3}[0-9A-F]{8}$/, {
      error: 'must be the UDID of an installation, four groups of eight: its activation page shows it',
    }),
  out: z.string().regex(/\.lic$/i, { error: 'must end in .lic' }),
  days: z.coerce.number().int().min(1).max(36_500).default(365),
  from: z.iso.datetime({ offset: true }).optional(),
  edition: z.enum(['enterprise', 'cloud']).default('enterprise'),
  devices: count,
  people: count,
  internet: z.boolean().optional(),
  serial: z.string().min(1).max(64).optional(),
})

/** `gatehouse licence issue`: writes the file and prints its activation code. */
export async function issueLicence(options: Record<string, unknown>): Promise<string> {
  const asked = readOptions(issueOptions, options)
  const from = asked.from ? Temporal.Instant.from(asked.from) : Temporal.Now.instant()
  const code = activationCode()
  const licence = signLicence(
    {
      serialNumber: asked.serial ?? `GH-${activationCode()}`,
      udid: asked.udid,
      edition: asked.edition,
      validFrom: from.toString(),
      validTo: from.add({ hours: 24 * asked.days }).toString(),
      limits: { devices: asked.devices ?? null, people: asked.people ?? null },
      ...(asked.internet ? { allowsInternet: true } : {}),
      activationCodeHash: hashActivationCode(code),
    },
    createPrivateKey(await readFile(asked.key)),
  )
  await writeFile(asked.out, `${JSON.stringify(licence, null, 2)}\n`)
  return `Activation code: ${code}`
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Four groups of five, 100 bits, without look-alikes. */
const activationCode = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

export const licenceCommands: readonly Command[] = [
  {
    name: 'licence keygen',
    help: `gatehouse licence keygen --out FOLDER
    Creates the vendor's key pair: FOLDER/vendor.key (keep it secret) and FOLDER/vendor.pub (ship it with the product,
    or name it in LICENCE_PUBLIC_KEY).`,
    options: ['out'],
    run: makeVendorKeys,
  },
  {
    name: 'licence issue',
    help: `gatehouse licence issue --key vendor.key --udid UDID --out FILE.lic [--days 365] [--edition enterprise|cloud]
                        [--devices N] [--people N] [--serial TEXT] [--from INSTANT] [--internet]
    Writes a licence file for the installation with this UDID and prints the activation code that belongs to it.
    With --internet, the installation may be reachable from the internet.`,
    options: ['key', 'udid', 'out', 'days', 'from', 'edition', 'devices', 'people', 'serial'],
    switches: ['internet'],
    run: issueLicence,
  },
]
