import { type Capabilities, type DeviceMake } from '@gatehouse/contract/device/capabilities.ts'
import type { PackageAbility } from '@gatehouse/contract/device/packages.ts'
import type { JoiningMake } from '@gatehouse/contract/features/devices.ts'
import type { PackageKind } from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { Config } from '../lib/config.ts'
import type { DeviceFacts, Make, MakeSwitch, MakeSwitches, PackageRules } from './driver.ts'
import { gatehouseMake } from './gatehouse/gatehouse-make.ts'
import { zktecoMake } from './zkteco/zkteco-make.ts'

/** Every make that there is a driver for; `drivers.ts` starts the drivers. */
const makes: Readonly<Record<DeviceMake, Make>> = {
  gatehouse: gatehouseMake,
  zkteco: zktecoMake,
}

/** The make of this word. @throws for a word of which this release has no driver */
export function makeOf(word: string): Make {
  const found = Object.values(makes).find(({ make }) => make === word)
  if (!found) throw new Error(`there is no driver for the make ${word}`)
  return found
}

/** The makes whose devices can join this server, and how. */
export const joiningMakes = (config: Config, switches: Pick<MakeSwitches, 'isOn'>): JoiningMake[] =>
  Object.values(makes).map(({ make, joins, switch: own }) => ({
    make,
    joins,
    port: own?.port(config) ?? null,
    isOn: switches.isOn(make),
  }))

/** How a make is switched on; undefined: it is always on. */
export const switchOf = (make: DeviceMake): MakeSwitch | undefined => makes[make].switch

/** The rules for packages of a kind for the terminals of a make; undefined: they take none. */
export const packageRulesOf = (make: string, kind: PackageKind): PackageRules | undefined => makeOf(make).packages[kind]

/** The makes whose terminals take packages of a kind. */
export const packageMakes = (
  kind: PackageKind,
  switches: Pick<MakeSwitches, 'isOn'>,
): (PackageAbility & { make: DeviceMake; isOn: boolean })[] =>
  Object.values(makes).flatMap(({ make, packages: { [kind]: rules } }) => {
    if (!rules) return []
    const { strategies, forms, tellsHardware, checksSignature } = rules
    return [{ make, isOn: switches.isOn(make), strategies, forms, tellsHardware, checksSignature }]
  })

/** The makes that are switched on or off. */
export const switchedMakes = (): { make: DeviceMake; own: MakeSwitch }[] =>
  Object.values(makes).flatMap(({ make, switch: own }) => (own ? [{ make, own }] : []))

/** Whether an address is served over plain HTTP where everything else is redirected to HTTPS. */
export const servesPlain = (switches: Pick<MakeSwitches, 'isOn'>, url: string | undefined): boolean =>
  switchedMakes().some(({ make, own }) => switches.isOn(make) && own.servesPlain(url))

/** The columns of a device by which `capabilitiesOf` knows it. */
export const factColumns = ['make', 'type', 'model', 'firmware_version', 'abilities', 'ignores_hours'] as const

type FactRow = {
  make: string
  firmware_version: string | null
  gives_pins?: boolean | undefined
  ignores_hours?: boolean | undefined
} & Omit<DeviceFacts, 'firmwareVersion' | 'givesPins' | 'ignoresHours'>

/** The capabilities of a device, by its make and by what it tells of itself. */
export const capabilitiesOf = ({
  make,
  firmware_version: firmwareVersion,
  gives_pins: givesPins,
  ignores_hours: ignoresHours,
  ...facts
}: FactRow): Capabilities => makeOf(make).capabilities({ ...facts, firmwareVersion, givesPins, ignoresHours })

/** The makes whose devices take the digits of PINs. */
export const makesTakingPins = (): DeviceMake[] =>
  Object.values(makes).flatMap(({ make, takesPinDigits }) => (takesPinDigits ? [make] : []))
