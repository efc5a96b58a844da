import { Button } from 'antd'
import { CallError } from '../api/call-error.ts'
import { useText } from '../i18n/i18n.ts'
import { errorText } from './error-text.ts'
import './error-panel.css'

/**
 * A part of a page that could not be loaded (ERR-01): what happened, the request's id to tell the administrator, and a
 * way to try again in place.
 */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  return (
    <div className="error-panel" role="alert">
      <p className="error-panel-what">{t('errors:dataLoading')}</p>
      <p className="error-panel-why">
        {errorText(error, t)}
        <RequestId error={error} />
      </p>
      <Button onClick={onRetry}>{t('errors:retry')}</Button>
    </div>
  )
}

/** The id under which the server's log has the failed request. */
export function RequestId({ error }: { error: unknown }) {
  const t = useText()
  if (!(error instanceof CallError) || !error.requestId) return null
  return <span className="error-request-id">{t('errors:requestId', { id: error.requestId })}</span>
}
