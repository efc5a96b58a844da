import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { line, timeZoneName } from '@gatehouse/contract/fields.ts'
import { isPasswordForm, passwordLength } from '@gatehouse/contract/password-policy.ts'
import { grantableRoles } from '@gatehouse/contract/features/accounts.ts'
import { z } from 'zod'
import { readNetworks } from './ssrf-guard.ts'

const port = z.coerce.number().int().min(0).max(65_535)
/** `group=role;group=role`; the last `=` divides, since a group may be a distinguished name. */
const roleOfGroup = z
  .string()
  .transform((text) =>
    text
      .split(';')
      .filter((pair) => pair.trim() !== '')
      .map(
        (pair) =>
          /^(.+)=(.+)$/
            .exec(pair)
            ?.slice(1)
            .map((part) => part.trim()) ?? [],
      ),
  )
  .pipe(z.array(z.tuple([z.string().min(1), z.enum(grantableRoles)])).min(1))
  .transform((pairs) => Object.fromEntries(pairs))
/** As Fastify takes them: addresses and networks between commas, or its names for the near ones. */
const proxies = z
  .string()
  .refine((text) => text.split(',').every((part) => isNearNetwork(part.trim()) || readNetworks(part) !== undefined), {
    error: 'must be addresses or networks between commas',
  })
const isNearNetwork = (name: string) => ['loopback', 'linklocal', 'uniquelocal'].includes(name)
const filePath = z
  .string()
  .min(1)
  .transform((path) => resolve(path))

/** The settings, all from the environment, each with its description; `docs/operations.md` has them as a table. */
export const configSchema = z
  .object({
    PORT: port.default(8080).describe('Port of the console and everything else over HTTP'),
    HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
    GATEHOUSE_DATA: filePath
      .default(resolve(import.meta.dirname, '../../../../data'))
      .describe('Data folder: database, pictures, keys. Back it up whole'),
    MASTER_KEY_FILE: filePath
      .optional()
      .describe(
        'File with the master key (32 bytes, or those in base64) from a secret store, in place of keys/master.key in the data folder',
      ),
    ENDINGS_FILE: filePath
      .optional()
      .describe('List of what was ended for good, kept outside of backups (default: endings.log in the data folder)'),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/ })
      .optional()
      .describe('PostgreSQL 18 to use in place of the embedded one'),
    MQTT_URL: z
      .url({ protocol: /^(mqtts?|wss?)$/ })
      .optional()
      .describe('MQTT broker to use in place of the embedded one'),
    MQTT_PORT: port.default(1883).describe('Port of the embedded broker for terminals (0: any free port)'),
    ZKTECO: z
      .enum(['on', 'off'])
      .optional()
      .describe(
        '`on` or `off`: whether terminals that speak the protocol of ZKTeco are taken below /iclock/, which protects nothing (docs/zkteco.md); without it a super admin or sub admin decides under Service configuration',
      ),
    ZKTECO_PORT: port.optional().describe('A port of its own for these terminals, always without HTTPS'),
    S3_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('S3 bucket for pictures in place of the data folder: https://KEY:SECRET@host/bucket'),
    TLS: z
      .literal('self-signed')
      .optional()
      .describe("`self-signed`: HTTPS with the installation's own certificate authority"),
    TLS_CERT: filePath.optional().describe('PEM file of the certificate chain; with TLS_KEY this turns on HTTPS'),
    TLS_KEY: filePath.optional().describe('PEM file of the private key'),
    TRUST_PROXY: proxies.optional().describe('Addresses of reverse proxies whose X-Forwarded-For is believed'),
    GATEHOUSE_ADMIN_PASSWORD: z
      .string()
      .refine(isPasswordForm, {
        error: `must be ${passwordLength.min}-${passwordLength.max} letters, digits or underscores`,
      })
      .optional()
      .describe('First password of `admin` for unattended installs (6-25 letters, digits, underscores)'),
    GATEHOUSE_FACE_MODELS: filePath.optional().describe('Folder with the face models, for machines without a registry'),
    TIME_ZONE: timeZoneName
      .optional()
      .describe('Time zone of the enterprise at the first start: Asia/Shanghai. Later it is changed on Company info'),
    FACE_WORKERS: z.coerce
      .number()
      .int()
      .min(1)
      .max(64)
      .optional()
      .describe('Face worker threads (default: cores - 1)'),
    LICENCE_PUBLIC_KEY: filePath
      .optional()
      .describe("PEM file of the vendor's public key, in place of the shipped one"),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('Address under which people reach this server, for links in mails and codes: https://gate.example.com'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .optional()
      .describe('Mail server: smtps://USER:PASSWORD@host (or smtp://host:587, which turns to TLS where it is offered)'),
    MAIL_FROM: line(200).optional().describe('Sender of mails: Gatehouse <gate@example.com>'),
    OIDC_ISSUER: z
      .url()
      .refine((text) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(text), {
        error: 'it must begin with https://',
      })
      .optional()
      .describe('OpenID provider at which people may sign in, over HTTPS: https://id.example.com/realms/office'),
    OIDC_CLIENT_ID: line(200).optional().describe('Client id of Gatehouse at the OpenID provider'),
    OIDC_CLIENT_SECRET: z
      .string()
      .max(500)
      .optional()
      .describe('Client secret at the OpenID provider; none for a public client'),
    OIDC_ROLES: roleOfGroup
      .optional()
      .describe(
        'Role of each group: doors=deviceAdmin;reception=visitorAdmin (mainAdmin, subAdmin, deviceAdmin, visitorAdmin)',
      ),
    OIDC_GROUPS_CLAIM: line(100).default('groups').describe('Claim that names the groups of a person'),
    OIDC_SCOPE: line(300)
      .default('openid profile email')
      .describe('Scopes asked for; some providers want one for groups'),
    OIDC_LABEL: line(40).optional().describe('What the button on the login page says'),
    GATEHOUSE_BACKUP_PASSPHRASE: z
      .string()
      .min(12)
      .optional()
      .describe('Passphrase of backups, for `gatehouse backup` and `gatehouse restore` without --key-file'),
    TERMINAL_PAGE: filePath
      .optional()
      .describe('Folder of the built page for terminals in browsers, in place of the one of this release'),
    PACKAGE_KEYS: filePath
      .optional()
      .describe(
        'Folder with the public keys (.pub) whose upgrade packages are trusted (default: package-keys in the data folder)',
      ),
    PACKAGE_MBIT: z.coerce
      .number()
      .min(1)
      .max(100_000)
      .default(200)
      .describe('Megabits a second that upgrade packages may take altogether, in each server process'),
    PACKAGE_DEVICE_MBIT: z.coerce
      .number()
      .min(0.1)
      .max(100_000)
      .default(50)
      .describe('Megabits a second that one device may take for an upgrade package'),
    OPEN_API_CALLS_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(3_000)
      .describe('Signed calls that one application of the open platform may make in a minute, in each server process'),
    WEBHOOK_NETWORKS: z
      .string()
      .transform((text, check) => {
        const networks = readNetworks(text)
        if (!networks) check.addIssue({ code: 'custom', message: 'must be addresses or networks between commas' })
        return networks ?? z.NEVER
      })
      .optional()
      .describe('Private addresses and networks that webhooks may reach, between commas: 10.0.0.0/8, 192.168.1.7'),
    METRICS_TOKEN: z
      .string()
      .min(16)
      .optional()
      .describe('Lets /metrics be read from other machines with this bearer token'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('Log level'),
  })
  .refine((config) => Boolean(config.TLS_CERT) === Boolean(config.TLS_KEY), {
    error: 'TLS_CERT and TLS_KEY belong together: set both, or neither',
  })
  .refine((config) => !config.OIDC_ISSUER || Boolean(config.OIDC_CLIENT_ID && config.OIDC_ROLES && config.PUBLIC_URL), {
    error: 'OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_ROLES and PUBLIC_URL',
  })
  .refine((config) => !config.SMTP_URL || Boolean(config.MAIL_FROM), {
    error: 'SMTP_URL needs MAIL_FROM, the sender of the mails',
  })

export type Config = z.output<typeof configSchema>

/** A wrong setting: the message is one line that names it and its allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings once. An empty variable counts as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = configSchema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const name = String(issue?.path[0] ?? '')
  const fault = issue?.code === 'invalid_type' ? `“${given[name]}” is no ${issue.expected}` : issue?.message
  throw new ConfigError(name ? `The setting ${name} is wrong: ${fault}. It is: ${describeSetting(name)}.` : `${fault}.`)
}

/** The text of a file that a setting names. @throws ConfigError if it cannot be read */
export async function readNamedFile(
  name: 'TLS_CERT' | 'TLS_KEY' | 'LICENCE_PUBLIC_KEY',
  path: string,
): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ConfigError(`The setting ${name} is wrong: ${path} cannot be read.`, { cause })
  })
}

function describeSetting(name: string): string {
  const shape: Record<string, z.ZodType> = configSchema.shape
  return shape[name]?.description ?? 'unknown'
}
