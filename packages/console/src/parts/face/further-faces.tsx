import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { PlusOutlined, ScissorOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { uploadErrorText } from '../../ui/feedback/error-text.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useHoldForm } from '../../ui/form/form-context.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { acceptedPictures, isPictureFile } from './picture-file.ts'
import { FaceCrop } from './face-crop.tsx'
import { isOfPicture, judgedOf, refusalOf, unlikeOf } from './judged-photo.ts'
import { isNewFace } from './shown-faces.ts'
import { besideOf, type Photo, type PhotoSet, usePhotoSet } from './use-photo-set.ts'
import './further-faces.css'

type FieldProps = {
  /** The portrait that the person had when the form was opened: others beside it are added on the person's page. */
  former?: string | null
  /** As of the main portrait. */
  route?: typeof uploadPortrait
}

/** The field of further portraits, in a form with a main one: nothing to add before that is there. */
export function FurtherFacesField({ former = null, route = uploadPortrait }: FieldProps) {
  const t = useText()
  const main: unknown = Form.useWatch('portraitId')
  // The pictures stay where the main one is exchanged.
  return (
    <div hidden={!isNewFace(main, former)}>
      <FormField
        name="furtherPortraitIds"
        label={t('form:portrait.further.label')}
        hint={t('form:portrait.further.hint', { most: String(maxPortraits) })}
      >
        <FurtherFaces main={isNewFace(main, former) ? main : undefined} route={route} />
      </FormField>
    </div>
  )
}

type FurtherFacesProps = {
  id?: string
  main: string | undefined
  route: typeof uploadPortrait
  onChange?: (ids: readonly string[]) => void
}

function FurtherFaces({ id, main, route, onChange }: FurtherFacesProps) {
  const t = useText()
  const set = usePhotoSet(
    (file, beside) => call(route, { query: besideOf(main ? [main, ...beside] : beside), body: { file } }),
    maxPortraits - 1,
  )
  const { photos, ids, surplus, add } = set
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useHoldForm(ids === null)
  const given = ids?.join(',')
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  const wasGiven = useRef('')
  useEffect(() => {
    if (given === undefined || given === wasGiven.current) return
    wasGiven.current = given
    tell.current?.(given === '' ? [] : given.split(','))
  }, [given])
  const room = maxPortraits - 1 - photos.filter(({ state }) => state !== 'bad').length
  return (
    <div
      className="face-upload further-faces"
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        const dropped = [...event.dataTransfer.files].filter(isPictureFile)
        if (dropped.length > 0) add(dropped)
      }}
    >
      {photos.length > 0 && (
        <ul>
          {photos.map((photo, place) => (
            <FurtherFace key={photo.key} photo={photo} number={place + 1} set={set} main={main} />
          ))}
        </ul>
      )}
      <div role="status">
        {surplus > 0 && t('form:portrait.further.tooMany', { most: String(maxPortraits), left: String(surplus) })}
      </div>
      <Button id={id} disabled={room <= 0} icon={<PlusOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {t('form:portrait.further.add')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        className="face-upload-file"
        tabIndex={-1}
        accept={acceptedPictures}
        aria-label={t('form:portrait.further.add')}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          target.value = ''
          if (chosen.length > 0) add(chosen)
        }}
      />
    </div>
  )
}

type FurtherFaceProps = { photo: Photo; number: number; set: PhotoSet; main: string | undefined }

function FurtherFace({ photo, number, set, main }: FurtherFaceProps) {
  const t = useText()
  const name = t('form:portrait.sent.number', { number: String(number) })
  const { original } = photo
  // A file whose name alone says that it is a picture shows as a broken one, and there is nothing to crop.
  const [isBroken, setIsBroken] = useState(false)
  const preview = isBroken ? null : photo.preview
  // Only of a picture that was judged, and that this browser shows.
  const canCrop = (photo.state === 'good' || photo.state === 'bad') && preview !== null
  const { isCropping, item, opener, open, close } = useCropping(canCrop)
  if (isCropping)
    return (
      <li ref={item} aria-label={name} data-cropping>
        <FaceCrop
          picture={original.picture}
          judged={original.isWhole ? judgedOf(photo) : undefined}
          onTake={(part) => {
            close()
            set.replace(photo.key, part)
          }}
          onClose={close}
        />
      </li>
    )
  return (
    <li ref={item} tabIndex={-1} aria-label={name}>
      {preview === null ? (
        <span className="further-faces-picture face-placeholder" aria-hidden />
      ) : (
        <img className="further-faces-picture" src={preview} alt={name} onError={() => setIsBroken(true)} />
      )}
      <div role="status">
        {photo.state === 'good' ? (
          <StatusMark meaning="good">{t('form:portrait.good')}</StatusMark>
        ) : photo.state === 'bad' ? (
          <>
            <StatusMark meaning="bad">
              {t(isOfPicture(photo.error) ? 'form:portrait.bad' : 'form:portrait.unchecked')}
            </StatusMark>
            <Why photo={photo} set={set} main={main} />
          </>
        ) : (
          t(photo.state === 'checking' && photo.isPutOff ? 'form:portrait.putOff' : 'form:portrait.checking')
        )}
      </div>
      <div className="further-faces-buttons">
        {canCrop && (
          <Button
            type="text"
            size="small"
            icon={<ScissorOutlined aria-hidden />}
            ref={opener}
            aria-label={`${t('form:portrait.crop.open')}: ${name}`}
            onClick={open}
          >
            {t('form:portrait.crop.open')}
          </Button>
        )}
        <Button
          type="text"
          size="small"
          aria-label={`${t('form:portrait.remove')}: ${name}`}
          onClick={() => set.remove(photo.key)}
        >
          {t('form:portrait.remove')}
        </Button>
      </div>
    </li>
  )
}

/**
 * Opens the crop of a photograph. When it closes, the focus comes back to the button that opened it: at once, or once the part was checked, and until then
 * to the photograph.
 */
function useCropping(canCrop: boolean) {
  const [isCropping, setIsCropping] = useState(false)
  const isComingBack = useRef(false)
  const item = useRef<HTMLLIElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCropping || !isComingBack.current) return
    const { activeElement: at } = document
    // Somebody who has gone on meanwhile stays where they are.
    const isWaitedFor = at === document.body || at === item.current
    if (isWaitedFor) (opener.current ?? item.current)?.focus()
    isComingBack.current = isWaitedFor && opener.current === null
  }, [isCropping, canCrop])
  return {
    isCropping,
    item,
    opener,
    open: () => setIsCropping(true),
    close: () => {
      isComingBack.current = true
      setIsCropping(false)
    },
  }
}

type WhyProps = { photo: Extract<Photo, { state: 'bad' }>; set: PhotoSet; main: string | undefined }

function Why({ photo, set, main }: WhyProps) {
  const t = useText()
  const { error } = photo
  const refusal = refusalOf(photo)
  const unlike = unlikeOf(photo, set.photos)
  if (unlike)
    return (
      <>
        {unlike.isUnlike(main) && <p>{t('form:portrait.unlikeMain')}</p>}
        {unlike.numbers.map((other) => (
          <p key={other}>{t('form:portrait.unlike', { number: String(other) })}</p>
        ))}
        <p>{t('form:portrait.otherPerson')}</p>
      </>
    )
  const failed = refusal?.checks.filter(({ passed }) => !passed)
  if (!failed) return <p>{uploadErrorText(error, t)}</p>
  return failed.map(({ check }) => <p key={check}>{t(`form:portrait.advice.${check}`)}</p>)
}
