import { Button } from 'antd'
import { CallError, isCode } from '../../api/call-error.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { errorText } from './error-text.ts'
import './error-panel.css'

type Props = {
  error: unknown
  onRetry: () => void
  /** It is all that the page has: what happened is the page's heading. */
  isPage?: boolean
}

/**
 * A part of a page that could not be loaded (ERR-01): what happened, the request's id to tell the administrator, and a
 * way to try again in place, unless what it is about is not there, or not for this role.
 */
export function ErrorPanel({ error, onRetry, isPage }: Props) {
  const t = useText()
  const What = isPage ? 'h1' : 'p'
  const gone = textOfGone(error, t)
  if (gone)
    return (
      <div className="error-panel" role="alert">
        <What className="error-panel-what">{gone}</What>
      </div>
    )
  // nothing is broken: it is not possible now, and may be later
  const isRefused = error instanceof CallError && error.status === 409
  return (
    <div className="error-panel" role="alert">
      <What className="error-panel-what">{isRefused ? errorText(error, t) : t('errors:dataLoading')}</What>
      {!isRefused && (
        <p className="error-panel-why">
          {errorText(error, t)}
          <RequestId error={error} />
        </p>
      )}
      <Button onClick={onRetry}>{t('errors:retry')}</Button>
    </div>
  )
}

/** Deleted, never existing (its address has an impossible id), or not visible for this role; else undefined. */
function textOfGone(error: unknown, t: Text): string | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.status === 404 || error.status === 403) return errorText(error, t)
  const { data } = error
  const isNoId = typeof data === 'object' && data !== null && 'fields' in data && data.fields === 'id'
  return isCode(error, 'request.invalid') && isNoId ? t('errors:noSuchThing') : undefined
}

/** The id under which the server's log has the failed request. */
export function RequestId({ error }: { error: unknown }) {
  const t = useText()
  if (!(error instanceof CallError) || !error.requestId) return null
  return <span className="error-request-id">{t('errors:requestId', { id: error.requestId })}</span>
}
