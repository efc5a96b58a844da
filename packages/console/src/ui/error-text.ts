import { CallError } from '../api/call-error.ts'
import type { Text } from '../i18n/i18n.ts'

/** What went wrong, in the person's language: the server's own words where it had any (REQ-04, REQ-05). */
export function errorText(error: unknown, t: Text): string {
  if (!(error instanceof CallError)) return t('errors:page.title')
  if (error.message === 'client.request') return t('errors:request')
  return error.desc || t('errors:response')
}
