import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signedText } from '@gatehouse/contract/device/packages.ts'
import { deviceMakes } from '@gatehouse/contract/device/capabilities.ts'
import { packageKinds } from '@gatehouse/engine/upgrade/vocabulary.ts'
import { z } from 'zod'
import type { Command } from '../../command.ts'
import { packageRulesOf } from '../../drivers/makes.ts'
import type { Config } from '../../lib/config.ts'
import { readOptions } from '../../lib/read-options.ts'
import { keyIdOf, type SignatureFile } from './package-signature.ts'

/** The folder of the trusted keys. */
export const packageKeysFolder = (config: Pick<Config, 'PACKAGE_KEYS' | 'GATEHOUSE_DATA'>): string =>
  config.PACKAGE_KEYS ?? join(config.GATEHOUSE_DATA, 'package-keys')

/** `gatehouse package keygen`: refuses to write over a key that exists. */
export async function makePackageKeys(options: Record<string, unknown>): Promise<string> {
  const { out } = readOptions(z.object({ out: z.string() }), options)
  await mkdir(out, { recursive: true })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keyFile = join(out, 'package.key')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  await writeFile(join(out, 'package.pub'), publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' })
  return `${keyFile} signs upgrade packages: keep it secret. ${join(out, 'package.pub')} (${keyIdOf(publicKey)}) belongs on the server and the terminals.`
}

/** `gatehouse package trust`. */
export async function trustPackageKey(options: Record<string, unknown>, config: Config): Promise<string> {
  const { key } = readOptions(z.object({ key: z.string() }), options)
  const publicKey = createPublicKey(await readFile(key))
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error(`${key} is not an Ed25519 key.`)
  const folder = packageKeysFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const keyId = keyIdOf(publicKey)
  await copyFile(key, join(folder, `${keyId}.pub`))
  return `Packages signed with ${keyId} are now trusted. To end that, delete ${join(folder, `${keyId}.pub`)}.`
}

const signOptions = z.object({
  key: z.string(),
  file: z.string(),
  kind: z.enum(packageKinds),
  make: z.enum(deviceMakes).default('gatehouse'),
  name: z.string().min(1).max(128),
  version: z.string().min(1).max(64),
  'version-code': z.coerce.number().int().min(0).optional(),
  base: z.string().min(1).max(64).optional(),
})

/** `gatehouse package sign`: reads the file as a stream, however large it is. */
export async function signPackage(options: Record<string, unknown>): Promise<string> {
  const asked = readOptions(signOptions, options)
  const rules = packageRulesOf(asked.make, asked.kind)
  if (!rules) throw new Error(`Terminals of the make ${asked.make} take no packages of the kind ${asked.kind}.`)
  const privateKey = createPrivateKey(await readFile(asked.key))
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(asked.file)) hash.update(z.instanceof(Buffer).parse(chunk))
  const sha256 = hash.digest('hex')
  const facts = {
    kind: asked.kind,
    name: asked.name,
    version: asked.version,
    sha256,
    versionCode: asked['version-code'] ?? null,
    baseVersion: asked.base ?? null,
    size: (await stat(asked.file)).size,
  }
  const content: SignatureFile = {
    keyId: keyIdOf(createPublicKey(privateKey)),
    signature: sign(null, Buffer.from(signedText(facts, rules.signedFor)), privateKey).toString('base64'),
    sha256,
  }
  const out = `${asked.file}.sig`
  await writeFile(out, `${JSON.stringify(content, null, 2)}\n`)
  return `${out} signs ${asked.name} ${asked.version} with ${content.keyId}.`
}

export const packageCommands: readonly Command[] = [
  {
    name: 'package keygen',
    help: `gatehouse package keygen --out FOLDER
    Creates a key pair for upgrade packages: FOLDER/package.key (keep it secret) and FOLDER/package.pub.`,
    options: ['out'],
    run: makePackageKeys,
  },
  {
    name: 'package trust',
    help: `gatehouse package trust --key package.pub
    Makes this installation trust packages signed with the key. Terminals are given the key with --package-key.`,
    options: ['key'],
    run: (options, config) => trustPackageKey(options, config()),
  },
  {
    name: 'package sign',
    help: `gatehouse package sign --key package.key --file FILE --kind firmware|application --name MODEL|PACKAGE-NAME
                       --version VERSION [--version-code N] [--base VERSION] [--make ${deviceMakes.join('|')}]
    Writes FILE.sig, the detached signature that goes with the upload. Of another make, MODEL and VERSION are as its
    terminals tell them: they check no signature, so sign only what you have from its maker.`,
    options: Object.keys(signOptions.shape),
    run: signPackage,
  },
]
