import { followThreshold, thresholdOfPolicy } from '@gatehouse/face/core/threshold-policy.ts'
import { ownThresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { createSystemCtx, hint, inTransaction, type Services } from '../../../ctx.ts'
import { hintDevices } from '../../../device-link/outbox/device-hints.ts'
import type { RepeatingJob } from '../../../jobs/job-runner.ts'
import { readOwnFactor } from '../../records/stranger-score-reads.ts'
import { facePolicyOf } from './face-policy.ts'
import { watchLaxDevices } from './lax-devices.ts'
import { countFacesOn, keepPolicyFacts, selectPolicyDevices } from './face-policy-store.ts'

/**
 * Computes the threshold of every device again, from its people and the installation's own strangers, and gives the ids of those where it
 * changed. Devices with the same groups have the same people, who are counted once.
 */
export async function setFaceThresholds(services: Services, stopping?: AbortSignal): Promise<string[]> {
  const { db } = services
  const factor = await readOwnFactor(db, services.clock.now())
  const counts = new Map<string, number>()
  const changed: string[] = []
  for (const {
    id,
    settings,
    defaults,
    groups,
    people: before,
    factor: factorBefore,
    modelId,
    thresholdModelId,
  } of await selectPolicyDevices(db)) {
    stopping?.throwIfAborted()
    const policy = facePolicyOf({
      settings,
      defaults,
      policy: before === null ? null : { people: before, factor: factorBefore },
      modelId,
      thresholdModelId,
    })
    if (!policy) continue
    const people = counts.get(groups) ?? (groups === '' ? 0 : await countFacesOn(db, id))
    counts.set(groups, people)
    const at = (facts: { people: number; factor: number | null }) =>
      thresholdOfPolicy({ aim: policy.aim, ...facts, own: ownThresholdsOf(modelId) })
    const inForce = before === null ? null : at({ people: before, factor: factorBefore })
    const wanted = at({ people, factor })
    const isSame = (['threshold', 'floor'] as const).every(
      (part) => inForce !== null && followThreshold(inForce[part], wanted[part]) === inForce[part],
    )
    if (isSame) continue
    const isThere = await inTransaction(createSystemCtx(services), async (ctx) => {
      const facts = { device_id: id, people, factor, computed_at: ctx.clock.now().toString() }
      if (!(await keepPolicyFacts(ctx.db, facts))) return false
      // These facts are part of the configuration's tag. The revision stays, since nobody has set anything: a form that was opened
      // before can be saved.
      await hintDevices(ctx, 'configuration', [id])
      await hint(ctx, { to: 'consoles', topic: 'devices', id })
      return true
    })
    if (isThere) changed.push(id)
  }
  return changed
}

export const facePolicyJob = (services: Services): RepeatingJob => ({
  name: 'set-face-thresholds',
  cron: '*/5 * * * *',
  run: async (stopping) => {
    await setFaceThresholds(services, stopping)
    await watchLaxDevices(services)
  },
})
