import type { uploadOwnPortrait } from '@gatehouse/contract/features/registrations.ts'
import { type PortraitRefusal, portraitRefusal, type PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { isCode } from '../../api/call-error.ts'
import { usePhoneTexts } from '../../i18n/phone-texts.ts'
import { CropPicture } from '../face/crop-picture.tsx'
import { acceptedPictures } from '../face/picture-file.ts'
import { previewOf, shrinkPicture } from '../face/shrink-picture.ts'
import { PhoneButton } from './phone-button.tsx'
import { phoneFailure } from './phone-failure.ts'

type Evaluation =
  | { state: 'idle' }
  | { state: 'checking'; preview: string | null }
  | { state: 'good'; preview: string | null; verdict: PortraitVerdict }
  | { state: 'bad'; preview: string | null; why: readonly string[]; refusal?: PortraitRefusal | undefined }

/**
 * The photograph of a form on a phone: taken with the phone's own camera program (which needs no permission of the page),
 * or chosen; evaluated at once, with what to do better where it will not do.
 */
export function PhonePortrait(props: {
  upload: (file: Blob) => Promise<PortraitVerdict>
  onChange: (portraitId: string | null) => void
  error?: string | undefined
}) {
  const t = usePhoneTexts('phone').portrait
  const form = usePhoneTexts('form').portrait
  const errors = usePhoneTexts('errors')
  const id = useId()
  const [evaluation, setEvaluation] = useState<Evaluation>({ state: 'idle' })
  /** The picture as it was chosen, of which another part can be taken. */
  const [original, setOriginal] = useState<{ picture: Blob; isWhole: boolean } | null>(null)
  const [isCropping, setIsCropping] = useState(false)
  const turn = useRef(0)
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  usePreviewFreed('preview' in evaluation ? evaluation.preview : null)

  const evaluate = async (file: Blob, whole = file) => {
    setIsCropping(false)
    setOriginal({ picture: whole, isWhole: whole === file })
    const own = ++turn.current
    const isStale = () => own !== turn.current
    props.onChange(null)
    setEvaluation({ state: 'checking', preview: null })
    let preview: string | null = null
    try {
      const small = await shrinkPicture(file)
      if (isStale()) return
      preview = previewOf(small)
      setEvaluation({ state: 'checking', preview })
      const verdict = await props.upload(small)
      if (isStale()) return
      setEvaluation({ state: 'good', preview, verdict })
      props.onChange(verdict.id)
    } catch (error) {
      if (isStale()) return
      const refused = isCode<typeof uploadOwnPortrait>(error, 'portrait.check-failed')
      const refusal = refused ? portraitRefusal.safeParse(error.data).data : undefined
      const advice = refusal?.checks.filter(({ passed }) => !passed).map(({ check }) => form.advice[check])
      setEvaluation({ state: 'bad', preview, why: advice ?? [phoneFailure(error, errors)], refusal })
    }
  }

  const input = (how: 'camera' | 'files') => (
    <input
      ref={how === 'camera' ? camera : files}
      type="file"
      className="phone-file"
      tabIndex={-1}
      accept={acceptedPictures}
      capture={how === 'camera' ? 'user' : undefined}
      aria-label={how === 'camera' ? t.take : t.choose}
      onChange={({ target }) => {
        const file = target.files?.[0]
        target.value = ''
        if (file) void evaluate(file)
      }}
    />
  )
  const isFirst = evaluation.state === 'idle'
  // Only of a picture that was judged, and that this browser shows.
  const canCrop = (evaluation.state === 'bad' || evaluation.state === 'good') && evaluation.preview !== null
  return (
    <fieldset className="phone-portrait" aria-describedby={`${id}-error`}>
      <legend>{t.label}</legend>
      {isCropping && original ? (
        <CropPicture
          picture={original.picture}
          judged={original.isWhole ? judgedOf(evaluation) : undefined}
          texts={form.crop}
          button={(label, onClick, isFirst) => (
            <PhoneButton look={isFirst ? 'first' : 'second'} onClick={onClick}>
              {label}
            </PhoneButton>
          )}
          onTake={(part) => void evaluate(part, original.picture)}
          onClose={() => setIsCropping(false)}
        />
      ) : (
        <Picture evaluation={evaluation} />
      )}
      <div className="phone-portrait-words" role="status">
        {evaluation.state === 'idle' && <p>{t.rules}</p>}
        {evaluation.state === 'checking' && <p>{t.checking}</p>}
        {evaluation.state === 'good' && <p className="phone-good">{t.good}</p>}
        {evaluation.state === 'bad' && (
          <>
            <p className="phone-bad">{t.bad}</p>
            <ul>
              {evaluation.why.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p className="phone-error" id={`${id}-error`}>
        {props.error}
      </p>
      <div className="phone-portrait-buttons">
        <button type="button" className="phone-button" data-look="second" onClick={() => camera.current?.click()}>
          {isFirst ? t.take : t.again}
        </button>
        <button type="button" className="phone-button" data-look="second" onClick={() => files.current?.click()}>
          {isFirst ? t.choose : t.chooseAgain}
        </button>
        {canCrop && !isCropping && (
          <button type="button" className="phone-button" data-look="second" onClick={() => setIsCropping(true)}>
            {form.crop.open}
          </button>
        )}
      </div>
      {input('camera')}
      {input('files')}
    </fieldset>
  )
}

const judgedOf = (evaluation: Evaluation) =>
  evaluation.state === 'good' ? evaluation.verdict : evaluation.state === 'bad' ? evaluation.refusal : undefined

function Picture({ evaluation }: { evaluation: Evaluation }) {
  const t = usePhoneTexts('phone').portrait
  if (evaluation.state === 'idle' || evaluation.preview === null) return null
  const marked = judgedOf(evaluation)
  if (marked?.face) {
    const { width, height, face } = marked
    const turned = evaluation.state === 'good' ? evaluation.verdict.turned : undefined
    return (
      <svg
        className="phone-portrait-picture"
        data-state={evaluation.state}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t.picture}
      >
        {turned ? (
          <image
            href={evaluation.preview}
            width={turned.width}
            height={turned.height}
            preserveAspectRatio="none"
            transform={`matrix(${turned.matrix.join(' ')})`}
          />
        ) : (
          <image href={evaluation.preview} width={width} height={height} />
        )}
        <rect {...face} rx={face.width / 16} vectorEffect="non-scaling-stroke" />
      </svg>
    )
  }
  return <img className="phone-portrait-picture" src={evaluation.preview} alt={t.preview} />
}

/** A preview keeps the whole picture in memory until it is released. */
function usePreviewFreed(preview: string | null) {
  useEffect(() => {
    if (preview === null) return
    return () => URL.revokeObjectURL(preview)
  }, [preview])
}
