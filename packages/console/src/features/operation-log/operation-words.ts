import type { Operation } from '@gatehouse/contract/features/operation-log.ts'
import { operations } from '../../i18n/en/operations.ts'
import type { Text } from '../../i18n/i18n.ts'

type Module = keyof typeof operations.module
type Event = keyof typeof operations.event

export const operationModules = Object.keys(operations.module).filter(isModule)

function isModule(name: string): name is Module {
  return name in operations.module
}
const isEvent = (name: string): name is Event => name in operations.event

// A line of an older or a newer release may know a word that this console does not: it is shown as it stands.

export const moduleOf = (name: string, t: Text) => (isModule(name) ? t(`operations:module.${name}`) : name)
export const eventOf = (name: string, t: Text) => (isEvent(name) ? t(`operations:event.${name}`) : name)

export const operatorOf = ({ operator }: Operation, t: Text) =>
  operator.name ?? t(`operations:operator.${operator.kind}`)
