import type { Db } from '../../db/open-database.ts'
import { facePolicyOf, isBelowFloor } from './settings/face-policy.ts'
import { selectPolicyDevices } from './settings/face-policy-store.ts'

/** The devices whose face threshold was set by hand, lower than their number of people needs. */
export async function countLaxDevices(db: Db): Promise<number> {
  const devices = await selectPolicyDevices(db)
  return devices.filter(({ people, factor, ...device }) =>
    isBelowFloor(facePolicyOf({ ...device, policy: people === null ? null : { people, factor } })),
  ).length
}
