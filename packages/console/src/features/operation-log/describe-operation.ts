import type { Language } from '@gatehouse/contract/envelope.ts'
import type { Operation, OperationDetail } from '@gatehouse/contract/features/operation-log.ts'
import { withNamesIn } from '@gatehouse/contract/texts/default-names.ts'
import { operations } from './texts/en.ts'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { fieldOf, type moduleWords } from '../../parts/operation/operation-names.ts'
import { currentLanguage } from '../../lib/language.ts'

type Texts = typeof operations
const isIn = <T extends object>(words: T, name: string): name is Extract<keyof T, string> => Object.hasOwn(words, name)

/** Words as the choices of a filter, in the order of their titles in the reader's language. */
export const choicesOf = (words: typeof moduleWords, language: Language) =>
  [...words]
    .map(([value, titles]) => ({ value, label: titles[language] }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))

const instants = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})/g

/** Names and times as their reader knows them; "Gate – Default staff group" is that of a door's policy for a group. */
const nameOf = (text: string) => withNamesIn(currentLanguage(), text).replaceAll(instants, (at) => companyTime(at))

export function itemOf({ item, hides, module }: Pick<Operation, 'item' | 'hides' | 'module'>, t: Text) {
  if (hides === 'people') return t('operations:aPerson')
  // lines of before named no place where it was everywhere
  if (module === 'lockdown' && item === '') return t('shared:place.everything')
  return item && nameOf(item)
}

export const operatorOf = ({ operator }: Operation, t: Text) =>
  operator.name ?? t(`operations:operator.${operator.kind}`)

type Value = NonNullable<OperationDetail['changes']>[string]['from']

/** A thing that has a name goes by it. */
export function valueOf(value: Value, t: Text): string {
  if (value === null) return '–'
  if (Array.isArray(value)) return value.map((one) => valueOf(one, t)).join(t('list:comma')) || '–'
  if (typeof value !== 'object') {
    const text = String(value)
    return isIn<Texts['value']>(operations.value, text) ? t(`operations:value.${text}`) : nameOf(text)
  }
  if ('name' in value && typeof value['name'] === 'string') return nameOf(value['name'])
  return Object.entries(value)
    .map(([name, inner]) => t('operations:pair', { name: fieldOf(name), value: valueOf(inner, t) }))
    .join(t('list:comma'))
}

/** Why it was refused, and `remarkOf`: for the list, which has one place for both. */
export const remarkWithReasonOf = (operation: Operation, t: Text): string | null =>
  [operation.reason ?? operation.errorCode, remarkOf(operation, t)].filter((part) => part !== null).join(' · ') || null

/** The details of an entry after its item: the facts of the system, then the text of the person. */
export function remarkOf({ facts, remark }: Operation, t: Text): string | null {
  const noted = Object.entries(facts ?? {}).map(([name, value]) =>
    t('operations:pair', {
      name: isIn<Texts['fact']>(operations.fact, name) ? t(`operations:fact.${name}`) : name,
      value: valueOf(value, t),
    }),
  )
  return [...noted, remark].filter((part) => part !== null).join(' · ') || null
}
