import {
  addPackagePart,
  createPackage,
  finishPackage,
  type PackageInput,
  packagePartSize,
  publishPackage,
  type UpgradePackage,
} from '@gatehouse/contract/features/upgrades.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import type { TrustedKey } from '@gatehouse/testkit/create-trusted-key.ts'
import type { Caller } from './gatehouse.ts'

/** Firmware for the devices of `pairTestDevice`, one version after theirs. */
export const firmwareInput: Omit<PackageInput, 'signature' | 'size'> = {
  make: 'gatehouse',
  kind: 'firmware',
  title: 'Autumn release',
  descriptionZh: '修复问题',
  descriptionEn: 'Fixes',
  manufacturer: 'Gatehouse',
  model: 'Test terminal',
  hardwareVersions: '',
  fromVersions: '',
  packageName: null,
  version: '3',
  versionCode: null,
  form: 'full',
  baseVersion: null,
  strategy: 'silent',
  timedAt: null,
  isForced: false,
  fileName: 'firmware.bin',
}

export const describePackage = (key: TrustedKey, bytes: Uint8Array, more: Partial<PackageInput> = {}): PackageInput => {
  const input = { ...firmwareInput, size: bytes.length, ...more }
  return { ...input, signature: more.signature === undefined ? key.signatureOf(input, bytes) : more.signature }
}

/** Sends the file in its parts. */
export async function sendParts(admin: Caller, id: string, bytes: Uint8Array, from = 0): Promise<void> {
  for (let number = from; number * packagePartSize < bytes.length; number++) {
    const part = bytes.subarray(number * packagePartSize, (number + 1) * packagePartSize)
    const answer = await admin.call(addPackagePart, {
      params: { id, number },
      files: [{ name: 'firmware.bin', bytes: part }],
    })
    if (answer.status !== 200) throw new Error(`part ${number} answered ${answer.message}`)
  }
}

/** Uploads a whole package. */
export async function uploadPackage(
  admin: Caller,
  key: TrustedKey,
  bytes: Uint8Array,
  more: Partial<PackageInput> = {},
): Promise<UpgradePackage> {
  const { id } = await admin.ask(createPackage, { body: describePackage(key, bytes, more) })
  await sendParts(admin, id, bytes)
  return admin.ask(finishPackage, { params: { id } })
}

export const allAtOnce = {
  firstPercent: 100,
  firstDeviceIds: [],
  advance: 'manual',
  waitMinutes: 60,
  mostFailedPercent: 20,
  retries: 0,
} as const satisfies BodyInput<typeof publishPackage>

export const publish = (admin: Caller, id: string, plan: Partial<BodyInput<typeof publishPackage>> = {}) =>
  admin.ask(publishPackage, { params: { id }, body: { ...allAtOnce, ...plan } })
