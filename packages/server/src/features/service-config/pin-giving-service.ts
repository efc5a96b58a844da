import type { PinGiving } from '@gatehouse/contract/features/service-config/pin-giving.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { makesTakingPins } from '../../drivers/makes.ts'
import { switchPinGiving } from '../../people/pin-copies.ts'
import { countPinCopies, isGivingPins } from '../../people/pin-copy-store.ts'

export async function getPinGiving({ db }: Ctx): Promise<PinGiving> {
  return { isOn: await isGivingPins(db), ...(await countPinCopies(db)) }
}

/** The line of the log says that it was switched, and nothing of any PIN. */
export async function setPinGiving(ctx: Ctx, isOn: boolean): Promise<PinGiving> {
  const before = await switchPinGiving(ctx, makesTakingPins(), isOn)
  if (before !== isOn) ctx.audit.changes = { isOn: { from: before, to: isOn } }
  await hint(ctx, { to: 'consoles', topic: 'service-config' }, { to: 'consoles', topic: 'devices' })
  return getPinGiving(ctx)
}
