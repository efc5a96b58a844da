import { CallError } from '../../api/call-error.ts'
import type { Text } from '../../i18n/i18n.ts'

/** The error in the person's language: the server's own text if there is one (REQ-04, REQ-05). */
export function errorText(error: unknown, t: Text): string {
  if (!(error instanceof CallError)) return t('errors:page.title')
  if (error.message === 'client.request') return t('errors:request')
  if (error.message === 'client.unnamed') return t('errors:noSuchThing')
  return error.desc || t('errors:response')
}

/**
 * The same of a picture on its way up: where the connection broke, it is the picture that did not arrive (ERR-01), and where the
 * browser could not read the file, nothing was sent.
 */
export function uploadErrorText(error: unknown, t: Text): string {
  if (error instanceof DOMException) return t('errors:fileUnreadable')
  return error instanceof CallError && error.message === 'client.request'
    ? t('errors:imageUpload')
    : errorText(error, t)
}
