import { CallError } from '../../api/call-error.ts'
import type { Areas } from '../../i18n/areas.ts'
import type { SameShape } from '../../i18n/same-shape.ts'

/** The server's own words where it had any, else what the phone knows (REQ-05): also that it could not read a file. */
export function phoneFailure(error: unknown, texts: SameShape<Areas['errors']>): string {
  if (error instanceof DOMException) return texts.fileUnreadable
  if (!(error instanceof CallError) || error.message === 'client.request') return texts.request
  return error.desc || texts.response
}
