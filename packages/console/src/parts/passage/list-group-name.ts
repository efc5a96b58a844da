import { defaultGroupNames } from '@gatehouse/contract/features/person-groups.ts'
import type { Text } from '../../i18n/i18n.ts'

/** A group's name as people read it: the default groups keep the name they were made with until somebody renames them, and that is said in every language. */
export function groupName(name: string, t: Text): string {
  if (name === defaultGroupNames.staff) return t('list:defaultName.staff')
  if (name === defaultGroupNames.visitor) return t('list:defaultName.visitor')
  if (name === defaultGroupNames.blacklisted) return t('list:defaultName.blacklisted')
  return name
}
