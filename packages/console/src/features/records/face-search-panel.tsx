import { searchFace, searchRecordFace, type FaceSearchResult } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText, uploadErrorText } from '../../ui/feedback/error-text.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { droppedFaceKey } from '../../parts/face/dropped-face.ts'
import { shrinkPicture } from '../../parts/face/shrink-picture.ts'
import { FacePicker } from './face-picker.tsx'
import { FaceSearchResults } from './face-search-results.tsx'
import './face-search.css'

const periods = [1, 7, 30, 90] as const

/** The results of the last search stay while somebody looks at its records: only in this window's memory, and not for long. */
const lastSearchKey = ['face-search', 'photograph']
type LastSearch = { result: FaceSearchResult; days: number } | null

/** `/sign/signRecord/face-search`: strangers who look like the person on a photograph, which stays where it is. */
export function FaceSearchPanel() {
  const t = useText()
  const client = useQueryClient()
  const { close } = usePanelRoute(pathTo('signRecord'))
  const { data: last } = useQuery<LastSearch>({ queryKey: lastSearchKey, queryFn: () => null, staleTime: Infinity })
  const [picture, setPicture] = useState<Blob | null>(null)
  const [days, setDays] = useState(last?.days ?? 7)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const keep = (found: LastSearch) => client.setQueryData<LastSearch>(lastSearchKey, found)
  const search = async (file = picture) => {
    if (!file) return
    setIsBusy(true)
    setProblem(null)
    keep(null)
    try {
      keep({ result: await call(searchFace, { query: { days }, body: { file } }), days })
    } catch (error) {
      setProblem(errorText(error, t))
    } finally {
      setIsBusy(false)
    }
  }
  const refuse = (error: unknown) => setProblem(uploadErrorText(error, t))
  const { data: dropped } = useQuery<File | null>({
    queryKey: droppedFaceKey,
    queryFn: () => null,
    staleTime: Infinity,
  })
  const searchDropped = useEffectEvent(async (file: File) => {
    client.setQueryData(droppedFaceKey, null)
    const small = await shrinkPicture(file).catch(refuse)
    if (!small) return
    setPicture(small)
    await search(small)
  })
  useEffect(() => {
    if (!dropped) return
    const start = setTimeout(() => void searchDropped(dropped))
    return () => clearTimeout(start)
  }, [dropped])
  return (
    <DetailPanel title={t('records:faceSearch.title')} width={720} onClose={close}>
      <p className="face-search-purpose">{t('records:faceSearch.purpose')}</p>
      <FacePicker
        picture={picture}
        problem={problem}
        isBusy={isBusy}
        onPicture={(chosen) => {
          setPicture(chosen)
          setProblem(null)
          keep(null)
        }}
        onUnreadable={refuse}
      />
      <div className="face-search-ask">
        <DaysSelect value={days} onChange={setDays} />
        <Button type="primary" disabled={!picture} loading={isBusy} onClick={() => void search()}>
          {t('records:faceSearch.search')}
        </Button>
      </div>
      {isBusy && <DetailSkeleton lines={4} />}
      {last && !isBusy && <FaceSearchResults result={last.result} noneText={t('records:faceSearch.noneText')} />}
    </DetailPanel>
  )
}

/** `/sign/signRecord/:recordId/face-search`: where else the face of a stranger's record was seen. */
export function RecordFacePanel() {
  const t = useText()
  const { recordId = '' } = useParams()
  const panel = usePanelRoute(pathTo('signRecord'))
  const [days, setDays] = useState(7)
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(searchRecordFace, { params: { id: recordId }, query: { days } }),
    // Every search is a line in the operation log: none is made that nobody asked for.
    staleTime: Infinity,
    retry: false,
  })
  return (
    <DetailPanel title={t('records:faceSearch.seenTitle')} width={720} onClose={() => panel.open(recordId)}>
      <p className="face-search-purpose">{t('records:faceSearch.seenPurpose')}</p>
      <div className="face-search-ask">
        <DaysSelect value={days} onChange={setDays} />
      </div>
      {data ? (
        <FaceSearchResults result={data} noneText={t('records:faceSearch.seenNoneText')} />
      ) : error && !isFetching ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <DetailSkeleton lines={4} />
      )}
    </DetailPanel>
  )
}

function DaysSelect({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const t = useText()
  return (
    <label className="face-search-days">
      <span>{t('records:faceSearch.days')}</span>
      <Select
        aria-label={t('records:faceSearch.days')}
        value={value}
        options={periods.map((count) => ({ value: count, label: t('records:faceSearch.lastDays', { count }) }))}
        onChange={(days: number) => onChange(days)}
      />
    </label>
  )
}
