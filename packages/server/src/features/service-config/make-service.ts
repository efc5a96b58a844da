import type { DeviceMake } from '@gatehouse/contract/device/capabilities.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { MakeSwitch } from '@gatehouse/contract/features/service-config/device-makes.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { switchedMakes, switchOf } from '../../drivers/makes.ts'
import { selectMakes, upsertMake } from '../../drivers/make-store.ts'
import type { Config } from '../../lib/config.ts'
import { countDevicesByMake } from '../devices/device-make-reads.ts'

export async function listMakes({ db }: Ctx, config: Config): Promise<MakeSwitch[]> {
  const on = new Map((await selectMakes(db)).map(({ make, is_on: isOn }) => [make, isOn]))
  const devices = new Map((await countDevicesByMake(db)).map(({ make, count }) => [make, count]))
  return switchedMakes().map(({ make, own }) => {
    const byOperator = own.byOperator(config)
    return {
      make,
      isOn: byOperator ?? on.get(make) ?? false,
      isByOperator: byOperator !== undefined,
      port: own.port(config),
      devices: devices.get(make) ?? 0,
    }
  })
}

/**
 * Every process hears of it, and takes calls of such terminals from then on, or answers them as if there were no such address.
 * @throws AppError make.not-set-here
 */
export async function switchMake(ctx: Ctx, config: Config, make: DeviceMake, isOn: boolean): Promise<MakeSwitch> {
  ctx.audit.item = make
  const own = switchOf(make)
  if (!own || own.byOperator(config) !== undefined) throw new AppError('make.not-set-here')
  const before = (await selectMakes(ctx.db)).find((one) => one.make === make)?.is_on ?? false
  await upsertMake(ctx.db, make, isOn)
  if (before !== isOn) ctx.audit.changes = { isOn: { from: before, to: isOn } }
  await hint(
    ctx,
    { to: 'servers', what: 'makes' },
    { to: 'consoles', topic: 'service-config' },
    { to: 'consoles', topic: 'devices' },
  )
  const found = (await listMakes(ctx, config)).find((one) => one.make === make)
  if (!found) throw new AppError('make.not-set-here')
  return found
}
