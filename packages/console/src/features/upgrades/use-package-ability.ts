import { useQuery } from '@tanstack/react-query'
import type { UpgradePackage } from '@gatehouse/contract/features/upgrades.ts'
import { packageMakes, type Kind } from './upgrade-queries.ts'

/** What packages of a kind may be for terminals of a make; undefined until that is known. */
export function usePackageAbility(kind: Kind, make: UpgradePackage['make'] | undefined) {
  const { data } = useQuery(packageMakes(kind))
  return data?.items.find((one) => one.make === make)
}

/** The makes that packages of a kind can be uploaded for. */
export function usePackageMakes(kind: Kind) {
  const { data } = useQuery(packageMakes(kind))
  return data?.items.filter(({ isOn }) => isOn) ?? []
}
