import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import { type DragEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fillText, usePhoneTexts } from '../../i18n/phone-texts.ts'
import { sentences } from '../../i18n/sentences.ts'
import { CropPicture } from '../face/crop-picture.tsx'
import { acceptedPictures, isPictureFile } from '../face/picture-file.ts'
import { isOfPicture, judgedOf, refusalOf, unlikeOf } from '../face/judged-photo.ts'
import type { Photo, PhotoSet } from '../face/use-photo-set.ts'
import { PhoneButton } from './phone-button.tsx'
import { phoneFailure } from './phone-failure.ts'

/**
 * The photographs of a form on a phone: taken with the phone's own camera program (which needs no permission of the page),
 * or chosen; each is evaluated at once, with what to do better where it will not do, and can be cropped or taken out.
 */
export function PhonePortraits({ set, isAsked }: { set: PhotoSet; isAsked: boolean }) {
  const t = usePhoneTexts('phone').portrait
  const id = useId()
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const { photos, ids, surplus, add } = set
  const room = maxPortraits - photos.filter(({ state }) => state !== 'bad').length
  const isFirst = photos.length === 0
  const isAgain = !isFirst && photos.every(({ state }) => state === 'bad')
  const take = isFirst ? t.take : isAgain ? t.again : t.takeMore
  const choose = isFirst ? t.choose : isAgain ? t.chooseAgain : t.chooseMore
  const missing = ids === null ? t.wait : ids.length === 0 ? t.required : undefined

  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const dropped = [...event.dataTransfer.files].filter(isPictureFile)
      if (dropped.length > 0) add(dropped)
    },
  }
  const input = (how: 'camera' | 'files') => (
    <input
      ref={how === 'camera' ? camera : files}
      type="file"
      className="phone-file"
      tabIndex={-1}
      accept={acceptedPictures}
      capture={how === 'camera' ? 'user' : undefined}
      multiple={how === 'files'}
      aria-label={how === 'camera' ? take : choose}
      onChange={({ target }) => {
        const chosen = [...(target.files ?? [])]
        target.value = ''
        if (chosen.length > 0) add(chosen)
      }}
    />
  )
  return (
    <fieldset className="phone-portrait" aria-describedby={`${id}-error`} {...drop}>
      <legend>{t.label}</legend>
      {isFirst && <p>{sentences(t.rules, fillText(t.several, { most: String(maxPortraits) }))}</p>}
      {photos.length > 0 && (
        <ul className="phone-photos">
          {photos.map((photo, place) => (
            <li key={photo.key} aria-label={fillText(t.number, { number: String(place + 1) })}>
              <PhonePhoto
                photo={photo}
                set={set}
                onPart={(part) => set.replace(photo.key, part)}
                onRemove={() => {
                  // There is room again: a button that is still disabled takes no focus.
                  flushSync(() => set.remove(photo.key))
                  // The pressed button is gone: the keyboard goes on where another photograph comes from.
                  chooser.current?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {surplus > 0 && <p>{fillText(t.tooMany, { most: String(maxPortraits), left: String(surplus) })}</p>}
      </div>
      <p className="phone-error" id={`${id}-error`}>
        {isAsked ? missing : undefined}
      </p>
      <div className="phone-portrait-buttons">
        <button
          type="button"
          className="phone-button"
          data-look="second"
          disabled={room <= 0}
          onClick={() => camera.current?.click()}
        >
          {take}
        </button>
        <button
          ref={chooser}
          type="button"
          className="phone-button"
          data-look="second"
          disabled={room <= 0}
          onClick={() => files.current?.click()}
        >
          {choose}
        </button>
      </div>
      {input('camera')}
      {input('files')}
    </fieldset>
  )
}

type PhonePhotoProps = { photo: Photo; set: PhotoSet; onPart: (part: Blob) => void; onRemove: () => void }

function PhonePhoto({ photo, set, onPart, onRemove }: PhonePhotoProps) {
  const t = usePhoneTexts('phone').portrait
  const form = usePhoneTexts('form').portrait
  const errors = usePhoneTexts('errors')
  const [isCropping, setIsCropping] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const { state, original } = photo
  const preview = isBroken ? null : photo.preview
  // Only of a picture that was judged, and that this browser shows.
  const canCrop = (state === 'bad' || state === 'good') && preview !== null
  return (
    <>
      {isCropping ? (
        <CropPicture
          picture={original.picture}
          judged={original.isWhole ? judgedOf(photo) : undefined}
          texts={form.crop}
          button={(label, onClick, isFirst) => (
            <PhoneButton look={isFirst ? 'first' : 'second'} onClick={onClick}>
              {label}
            </PhoneButton>
          )}
          onTake={(part) => {
            setIsCropping(false)
            onPart(part)
          }}
          onClose={() => setIsCropping(false)}
        />
      ) : (
        <Picture photo={{ ...photo, preview }} onBroken={() => setIsBroken(true)} />
      )}
      <div className="phone-portrait-words" role="status">
        {(state === 'waiting' || state === 'checking') && (
          <p>{photo.state === 'checking' && photo.isPutOff ? form.putOff : t.checking}</p>
        )}
        {state === 'good' && <p className="phone-good">{t.good}</p>}
        {state === 'bad' && (
          <>
            <p className="phone-bad">{photo.state === 'bad' && !isOfPicture(photo.error) ? t.unchecked : t.bad}</p>
            <ul>
              {unlikeOf(photo, set.photos)?.numbers.map((number) => (
                <li key={number}>{fillText(form.unlike, { number: String(number) })}</li>
              ))}
              {(adviceOf(photo)?.map((check) => form.advice[check]) ?? [phoneFailure(photo.error, errors)]).map(
                (line) => (
                  <li key={line}>{line}</li>
                ),
              )}
            </ul>
          </>
        )}
      </div>
      {!isCropping && (
        <div className="phone-photo-buttons">
          {canCrop && (
            <button type="button" className="phone-button" data-look="second" onClick={() => setIsCropping(true)}>
              {form.crop.open}
            </button>
          )}
          <button type="button" className="phone-button" data-look="second" onClick={onRemove}>
            {form.remove}
          </button>
        </div>
      )}
    </>
  )
}

/** The checks that it failed; undefined: it was refused for something else. */
const adviceOf = (photo: Photo) =>
  refusalOf(photo)
    ?.checks.filter(({ passed }) => !passed)
    .map(({ check }) => check)

function Picture({ photo, onBroken }: { photo: Photo; onBroken: () => void }) {
  const t = usePhoneTexts('phone').portrait
  // A browser shows nothing of a HEIC that it does not read, nor of a file that is no picture: the name tells which one it is.
  if (photo.preview === null) {
    const { picture } = photo.original
    return picture instanceof File ? <p className="phone-photo-name">{picture.name}</p> : null
  }
  const marked = judgedOf(photo)
  if (marked?.face) {
    const { width, height, face } = marked
    const turned = photo.state === 'good' ? photo.verdict.turned : undefined
    return (
      <svg
        className="phone-portrait-picture"
        data-state={photo.state}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t.picture}
      >
        {turned ? (
          <image
            href={photo.preview}
            width={turned.width}
            height={turned.height}
            preserveAspectRatio="none"
            transform={`matrix(${turned.matrix.join(' ')})`}
          />
        ) : (
          <image href={photo.preview} width={width} height={height} />
        )}
        <rect {...face} rx={face.width / 16} vectorEffect="non-scaling-stroke" />
      </svg>
    )
  }
  return <img className="phone-portrait-picture" src={photo.preview} alt={t.preview} onError={onBroken} />
}
