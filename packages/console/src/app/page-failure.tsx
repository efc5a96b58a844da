import { Button } from 'antd'
import { useRouteError } from 'react-router'
import { InitialisationError } from '../api/load-user.ts'
import { useText } from '../i18n/i18n.ts'
import { ChunkError } from '../lib/load-chunk.ts'
import { ErrorMessage } from '../ui/feedback/error-message.tsx'

/** A page that could not be drawn, or whose files did not come (NAV-10). The menu stays; loading again is one click. */
export function PageFailure() {
  const t = useText()
  const error = useRouteError()
  // the session alert says it already
  if (error instanceof InitialisationError) return null
  const isChunk = error instanceof ChunkError
  return (
    <ErrorMessage
      isAlert
      title={isChunk ? t('errors:chunk.title') : t('errors:page.title')}
      text={isChunk ? t('errors:chunk.text') : t('errors:page.text')}
    >
      <Button type="primary" onClick={() => location.reload()}>
        {t('errors:reload')}
      </Button>
    </ErrorMessage>
  )
}
