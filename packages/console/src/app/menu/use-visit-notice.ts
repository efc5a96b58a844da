import { pathTo } from '@gatehouse/contract/paths.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useWaitingCounts } from './menu-counts.ts'
import { useNotice } from '../bar/use-notice.tsx'

/** Announces a visit that begins to wait for an answer, to those who may give it; without a name. */
export function useVisitNotice() {
  const t = useText()
  const say = useNotice('visit-notice')
  const mayAnswer = useCan()('visitor.write')
  const count = useWaitingCounts()?.visits?.count
  const before = useRef<number>(undefined)
  useEffect(() => {
    const known = before.current
    before.current = count
    if (!mayAnswer || known === undefined || count === undefined || count <= known) return
    say({ title: t('bell:visit'), path: pathTo('visitor', { below: 'visits' }), tag: 'visit' })
  }, [count, mayAnswer, say, t])
}
