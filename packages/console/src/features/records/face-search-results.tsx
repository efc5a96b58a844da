import { maxCountedWaiting } from '@gatehouse/contract/paging.ts'
import type { FaceSearchResult } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { AlikeList } from '../../parts/face/face-alike.tsx'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { LinkForm } from './record-detail-actions.tsx'
import { placeOfRecord } from '../../parts/passage/record-words.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'
import { scoreText } from '../../lib/format-number.ts'

type Found = FaceSearchResult['items'][number]

/** The strangers found, the most alike first; what the search could not look at is said above them. */
export function FaceSearchResults({ result, noneText }: { result: FaceSearchResult; noneText: string }) {
  const t = useText()
  const { items, people, compared, waiting, faces, isCut } = result
  return (
    <section aria-label={t('records:faceSearch.results')}>
      <div className="face-search-facts" role="status">
        <span>{t('records:faceSearch.compared', { count: compared })}</span>
        {faces > 1 && <span>{t('records:faceSearch.several', { count: faces })}</span>}
        {waiting > 0 && (
          <StatusMark meaning="waiting">
            {t(waiting < maxCountedWaiting ? 'records:faceSearch.waiting' : 'records:faceSearch.waitingMany', {
              count: waiting,
            })}
          </StatusMark>
        )}
        {isCut && <StatusMark meaning="attention">{t('records:faceSearch.cut')}</StatusMark>}
      </div>
      {people.length > 0 && (
        <>
          <h3>{t('records:faceSearch.people')}</h3>
          <AlikeList alike={people} />
          <h3>{t('records:faceSearch.strangers')}</h3>
        </>
      )}
      {items.length === 0 ? (
        <EmptyState isSmall title={t('records:faceSearch.none')} text={noneText} />
      ) : (
        <ul className="face-search-cards">
          {items.map((found) => (
            <FoundCard key={found.record.id} found={found} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FoundCard({ found: { record, score, linkedName } }: { found: Found }) {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('signRecord'))
  const [isLinking, setIsLinking] = useState(false)
  const [name, setName] = useState(linkedName)
  return (
    <li>
      <FacePicture
        kind="capture"
        imageId={record.hasCapture ? record.id : null}
        alt={t('records:capture', { device: record.device.name })}
        none={t('records:noCapture')}
      />
      <div className="face-search-words">
        <strong>{t('records:faceSearch.score', { score: scoreText(score) })}</strong>
        <span>{placeOfRecord(record)}</span>
        <DoorTime at={record.recognisedAt} deviceId={record.device.id} />
        {name !== null && <span>{t('records:faceSearch.linked', { name })}</span>}
        <div className="record-action-buttons">
          <Link to={panel.to(record.id)}>{t('records:faceSearch.open')}</Link>
          {can('record.write') && name === null && !isLinking && (
            <Button size="small" onClick={() => setIsLinking(true)}>
              {t('records:link.action')}
            </Button>
          )}
        </div>
      </div>
      {isLinking && (
        <div className="face-search-link">
          <LinkForm
            record={record}
            onDone={(saved) => {
              setIsLinking(false)
              if (saved?.linked) setName(saved.linked.person.name)
            }}
          />
        </div>
      )}
    </li>
  )
}
