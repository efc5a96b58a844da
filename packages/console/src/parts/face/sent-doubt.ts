import type { RegistrationDetail } from '@gatehouse/contract/features/registrations.ts'

type Submission = {
  samePhone: Pick<NonNullable<RegistrationDetail['samePhone']>, 'doubtful'> | null
} & Pick<RegistrationDetail, 'alike' | 'blacklistedPhones'>

/** Whether something about the photographs that are accepted is in doubt: what concerns only those that are left out goes with them. */
export function isInDoubt({ alike, samePhone, blacklistedPhones }: Submission, leftOut: readonly string[]): boolean {
  const concernsAccepted = (portraitIds: readonly string[]) => portraitIds.some((id) => !leftOut.includes(id))
  return (
    blacklistedPhones.length > 0 ||
    concernsAccepted(samePhone?.doubtful ?? []) ||
    alike.some(({ portraitIds }) => concernsAccepted(portraitIds))
  )
}
