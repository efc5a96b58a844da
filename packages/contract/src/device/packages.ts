import { packageForms, packageKinds, upgradeStrategies } from '@gatehouse/engine/upgrade/vocabulary.ts'
import { z } from 'zod'
import { id } from '../fields.ts'

/** The packages of a kind that the devices of a make take. */
export const packageAbility = z.object({
  strategies: z.array(z.enum(upgradeStrategies)),
  forms: z.array(z.enum(packageForms)),
  /** They tell a hardware version by which a package can be limited. */
  tellsHardware: z.boolean(),
  /** They check the signature themselves; otherwise the server alone does. */
  checksSignature: z.boolean(),
})
export type PackageAbility = z.output<typeof packageAbility>

/** The fields that a signature covers. `name`: of firmware the model, of an application its package name. */
export const signedFacts = z.object({
  kind: z.enum(packageKinds),
  name: z.string(),
  version: z.string(),
  versionCode: z.int().nullable(),
  baseVersion: z.string().nullable(),
  size: z.int(),
  sha256: z.string(),
})
export type SignedFacts = z.output<typeof signedFacts>

/**
 * The text that is signed, with Ed25519. It names the version too: a server that was broken into cannot pass an old
 * package off as a new one. No field holds a line break. `signedFor`: the word of another make, whose packages our own
 * terminals must not take for theirs.
 */
export const signedText = (facts: SignedFacts, signedFor: string | null = null): string =>
  [
    signedFor === null ? 'gatehouse-package-v1' : `gatehouse-package-v1 for ${signedFor}`,
    facts.kind,
    facts.name,
    facts.version,
    facts.versionCode ?? '-',
    facts.baseVersion ?? '-',
    facts.size,
    facts.sha256,
    '',
  ].join('\n')

/** A wall-clock time by the device's own zone: `2026-11-20T03:30`. */
export const localTime = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, {
  error: 'date-form',
})

/** A package as a device needs it. */
export const packageOffer = signedFacts.extend({
  id,
  /** Grows with each new attempt that somebody asks for. */
  attempt: z.int().min(1),
  form: z.enum(packageForms),
  md5: z.string(),
  /** First 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER). */
  keyId: z.string(),
  signature: z.base64(),
  strategy: z.enum(upgradeStrategies),
  /** The device installs at once: it asks nobody and does not wait until it is idle. */
  isForced: z.boolean(),
  timedAt: localTime.nullable(),
  title: z.string(),
  descriptionZh: z.string(),
  descriptionEn: z.string(),
  /** Somebody has agreed that a later version goes back to this one. */
  allowsDowngrade: z.boolean(),
  /** The device waits for a random part of this before it begins, so that thousands do not come at once. */
  spreadSeconds: z.int().min(0),
})
export type PackageOffer = z.output<typeof packageOffer>
