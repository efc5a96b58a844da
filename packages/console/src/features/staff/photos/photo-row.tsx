import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { CloseOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { AlikeFaces } from '../../../parts/face/face-alike.tsx'
import { usePreview } from '../../../parts/face/use-preview.ts'
import { acceptedPictures } from '../../../parts/face/picture-file.ts'
import { type Meaning, StatusMark } from '../../../ui/feedback/status-mark.tsx'
import { staffPath } from '../staff-columns.tsx'
import { isSavable, type PhotoRow } from './photo-rows.ts'
import type { PhotoRows } from './use-photo-rows.ts'

type Props = { row: PhotoRow; rows: PhotoRows; onSaveAnyway: (row: PhotoRow) => void }

/** One photograph: who it is, and what became of it, with the step that mends it. */
export function PhotoTableRow({ row, rows, onSaveAnyway }: Props) {
  const t = useText()
  const { key, fileName, name, number, state } = row
  const isFixed = state.is === 'saved' || state.is === 'saving'
  return (
    <tr>
      <td>
        <PhotoPicture row={row} />
      </td>
      {state.is === 'saved' ? (
        <th scope="row" colSpan={2}>
          <Link to={staffPath(state.person.id)}>{state.person.name}</Link>
        </th>
      ) : (
        <>
          <th scope="row">
            <Input
              aria-label={t('photos:nameOf', { file: fileName })}
              placeholder={t('photos:column.name')}
              autoComplete="off"
              maxLength={128}
              value={row.existing?.name ?? name}
              disabled={isFixed || row.existing !== null}
              onChange={({ target }) => rows.change(key, { name: target.value })}
            />
            <small>{fileName}</small>
          </th>
          <td>
            <Input
              aria-label={t('photos:numberOf', { file: fileName })}
              placeholder={t('photos:column.number')}
              autoComplete="off"
              maxLength={45}
              value={number}
              disabled={isFixed}
              onChange={({ target }) => rows.change(key, { number: target.value, existing: null })}
              onBlur={() => void rows.findExisting(key, number).catch(() => undefined)}
            />
          </td>
        </>
      )}
      <td>
        <PhotoWords row={row} rows={rows} onSaveAnyway={onSaveAnyway} />
      </td>
      <td>
        {!isFixed && (
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('photos:remove', { file: fileName })}
            onClick={() => rows.remove(key)}
          />
        )}
      </td>
    </tr>
  )
}

const meanings: Record<PhotoRow['state']['is'], Meaning> = {
  waiting: 'waiting',
  checking: 'waiting',
  saving: 'waiting',
  ready: 'good',
  saved: 'good',
  alike: 'attention',
  refused: 'bad',
  broken: 'bad',
  lost: 'bad',
}

function PhotoWords({ row, rows, onSaveAnyway }: Props) {
  const t = useText()
  const { state, existing } = row
  const isNameless = state.is === 'ready' && !isSavable(row)
  const words = isNameless
    ? t('photos:state.nameless')
    : state.is === 'saved'
      ? t(state.isUpdate ? 'photos:state.updated' : 'photos:state.added')
      : state.is === 'checking' && state.isPutOff
        ? t('form:portrait.putOff')
        : t(`photos:state.${state.is}`)
  const problem = state.is === 'ready' ? state.problem : undefined
  return (
    <div className="photos-words">
      <StatusMark meaning={problem === undefined && !isNameless ? meanings[state.is] : 'attention'}>
        {problem ?? words}
      </StatusMark>
      {existing && state.is !== 'saved' && <p>{t('photos:existing', { name: existing.name })}</p>}
      {(state.is === 'refused' || state.is === 'broken') && <p>{state.why}</p>}
      {state.is === 'refused' &&
        state.checks.map(({ check }) => <p key={check}>{t(`form:portrait.advice.${check}`)}</p>)}
      {state.is === 'alike' && (
        <>
          <AlikeFaces alike={state.alike} />
          <Button size="small" onClick={() => onSaveAnyway(row)}>
            {t(existing ? 'form:portrait.duplicate.saveAnyway' : 'form:portrait.duplicate.addAnyway')}
          </Button>
        </>
      )}
      {state.is === 'broken' && row.file !== null && (
        <Button size="small" onClick={() => row.file && rows.replace(row.key, row.file)}>
          {t('photos:again')}
        </Button>
      )}
      {(state.is === 'refused' || state.is === 'lost') && <OtherPhoto row={row} rows={rows} />}
    </div>
  )
}

function OtherPhoto({ row, rows }: Omit<Props, 'onSaveAnyway'>) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" onClick={() => input.current?.click()}>
        {t('photos:another')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedPictures}
        aria-label={t('photos:anotherFor', { file: row.fileName })}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) rows.replace(row.key, file)
        }}
      />
    </>
  )
}

/** The kept picture once it is there, before that the file itself, if it is of a kind that browsers show. */
function PhotoPicture({ row: { state, file } }: { row: PhotoRow }) {
  const keptId = 'portraitId' in state ? state.portraitId : undefined
  const address = usePreview(keptId === undefined ? file : null)
  const [broken, setBroken] = useState<string>()
  const src = keptId === undefined ? address : imageAddress('portrait', keptId, 160)
  if (src === null || src === broken) return <span className="photos-picture face-placeholder" aria-hidden />
  return <img className="photos-picture" src={src} alt="" width={48} height={48} onError={() => setBroken(src)} />
}
