import type { Db } from '../../db/open-database.ts'
import { facePolicyOf, isBelowFloor } from './settings/face-policy.ts'
import { selectPolicyDevices } from './settings/face-policy-store.ts'

/** The devices whose face threshold was set by hand, lower than their number of people needs, with the one that it needs. */
export async function selectLaxDevices(db: Db): Promise<{ id: string; floor: number }[]> {
  const devices = await selectPolicyDevices(db)
  return devices.flatMap(({ id, people, factor, ...device }) => {
    const policy = facePolicyOf({ ...device, policy: people === null ? null : { people, factor } })
    return policy && isBelowFloor(policy) ? { id, floor: policy.floor } : []
  })
}

export const countLaxDevices = async (db: Db): Promise<number> => (await selectLaxDevices(db)).length
