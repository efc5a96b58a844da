import { deliveryProblems } from '@gatehouse/contract/features/open-platform.ts'
import type { Text } from '../../i18n/i18n.ts'

/** The reason why an attempt failed, in words. */
export function problemOf(problem: string, t: Text): string {
  const known = deliveryProblems.find((one) => one === problem)
  return known
    ? t(`platform:problem.${known}`)
    : t('platform:problemStatus', { status: problem.replace('http-', 'HTTP ') })
}
