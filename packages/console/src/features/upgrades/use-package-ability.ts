import { useQuery } from '@tanstack/react-query'
import { packageMakes, type Kind } from './upgrade-queries.ts'

/** The packages of a kind that terminals of a make take, as a field of a form has it; undefined until that is known. */
export function usePackageAbility(kind: Kind, make: unknown) {
  const { data } = useQuery(packageMakes(kind))
  return data?.items.find((one) => one.make === make)
}

/** The makes that packages of a kind can be uploaded for. */
export function usePackageMakes(kind: Kind) {
  const { data } = useQuery(packageMakes(kind))
  return data?.items.filter(({ isOn }) => isOn) ?? []
}
