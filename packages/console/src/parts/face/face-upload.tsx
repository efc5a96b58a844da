import { imageAddress } from '@gatehouse/contract/features/images.ts'
import {
  portraitRefusal,
  uploadPortrait,
  type PortraitRefusal,
  type PortraitVerdict,
} from '@gatehouse/contract/features/portraits.ts'
import { CameraOutlined, LoadingOutlined, ScissorOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { whenFree } from '../../api/when-free.ts'
import { useText } from '../../i18n/i18n.ts'
import { uploadErrorText } from '../../ui/feedback/error-text.ts'
import { CameraMissing, FaceCamera, hasCamera } from './face-camera.tsx'
import { FaceCrop } from './face-crop.tsx'
import { isOfPicture } from './judged-photo.ts'
import { FaceChecks } from './face-checks.tsx'
import { useFaceDrop, usePastedPicture } from './face-drop.tsx'
import { useHoldForm } from '../../ui/form/form-context.ts'
import { previewOf, shrinkPicture } from './shrink-picture.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

type Upload =
  | { state: 'idle' }
  /** `isPutOff`: the server is busy, and the picture is sent again by itself. */
  | { state: 'checking'; preview: string | null; isPutOff: boolean }
  | { state: 'good'; preview: string | null; verdict: PortraitVerdict }
  | { state: 'refused'; preview: string | null; refusal: PortraitRefusal }
  | { state: 'failed'; preview: string | null; error: unknown }

type FaceUploadProps = {
  id?: string
  value?: string | null | undefined
  onChange?: (id: string | null) => void
  /** The route that evaluates the picture; accounts that may not write staff use another one. */
  route?: typeof uploadPortrait
}

/**
 * The portrait of a form: chosen, dropped, pasted or taken with the camera, and evaluated at once. A picture that will do
 * shows the face that was found; one that will not says of each check what was measured, what is asked and what to do.
 */
export function FaceUpload({ id, value, onChange, route = uploadPortrait }: FaceUploadProps) {
  const t = useText()
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const [isCameraOpen, setIsCameraOpen] = useState(false)
  const [wasTaken, setWasTaken] = useState(false)
  /** The picture as it was chosen, of which another part can be taken. */
  const [original, setOriginal] = useState<{ picture: Blob; isWhole: boolean } | null>(null)
  const [isCropping, setIsCropping] = useState(false)
  const latest = useRef(0)
  useHoldForm(upload.state === 'checking')
  usePreviewsFreed(upload)
  // Once the form was left nothing is sent again.
  useEffect(
    () => () => {
      latest.current++
    },
    [],
  )

  const evaluateChosen = (file: Blob) => {
    setWasTaken(false)
    void evaluate(file)
  }
  const evaluate = async (file: Blob, whole = file) => {
    setIsCameraOpen(false)
    setIsCropping(false)
    setOriginal({ picture: whole, isWhole: whole === file })
    const turn = ++latest.current
    setUpload({ state: 'checking', preview: null, isPutOff: false })
    const sent = await shrinkPicture(file).catch((error: unknown) => ({ error }))
    // another picture was chosen meanwhile
    if (turn !== latest.current) return
    if ('error' in sent) return setUpload({ state: 'failed', preview: null, error: sent.error })
    const preview = previewOf(sent)
    const checking = (isPutOff: boolean) => setUpload({ state: 'checking', preview, isPutOff })
    checking(false)
    const outcome = await verdictOf(sent, route, {
      onBusy: () => checking(true),
      isOver: () => turn !== latest.current,
    })
    if (turn !== latest.current) return
    if ('verdict' in outcome) {
      setUpload({ state: 'good', preview, verdict: outcome.verdict })
      onChange?.(outcome.verdict.id)
    } else if (outcome.refusal) setUpload({ state: 'refused', preview, refusal: outcome.refusal })
    else setUpload({ state: 'failed', preview, error: outcome.error })
  }
  usePastedPicture(evaluateChosen)
  const drop = useFaceDrop(t('form:portrait.choose'), evaluateChosen)
  const remove = () => {
    latest.current++
    setUpload({ state: 'idle' })
    setWasTaken(false)
    setOriginal(null)
    onChange?.(null)
  }

  return (
    <div {...drop.area}>
      <div className="face-upload-main">
        {isCameraOpen ? (
          <FaceCamera
            onPicture={(file) => {
              setWasTaken(true)
              void evaluate(file)
            }}
            onClose={() => setIsCameraOpen(false)}
          />
        ) : isCropping && original ? (
          <FaceCrop
            picture={original.picture}
            judged={original.isWhole ? judgedOf(upload) : undefined}
            onTake={(part) => void evaluate(part, original.picture)}
            onClose={() => setIsCropping(false)}
          />
        ) : (
          <FaceUploadPicture
            upload={upload}
            value={value}
            onBroken={() => setUpload((now) => ('preview' in now ? { ...now, preview: null } : now))}
          />
        )}
        <div className="face-upload-words">
          <div role="status">
            <UploadState upload={upload} value={value} isOver={drop.isOver} />
          </div>
          <div className="face-upload-buttons">
            <Button id={id} icon={<UploadOutlined aria-hidden />} onClick={drop.choose}>
              {value ? t('form:portrait.another') : t('form:portrait.choose')}
            </Button>
            {canCrop(upload) && !isCropping && (
              <Button icon={<ScissorOutlined aria-hidden />} onClick={() => setIsCropping(true)}>
                {t('form:portrait.crop.open')}
              </Button>
            )}
            {hasCamera() && !isCameraOpen && (
              <Button icon={<CameraOutlined aria-hidden />} onClick={() => setIsCameraOpen(true)}>
                {t(wasTaken ? 'form:portrait.retake' : 'form:portrait.camera')}
              </Button>
            )}
            {value && (
              <Button type="text" onClick={remove}>
                {t('form:portrait.remove')}
              </Button>
            )}
          </div>
          <CameraMissing />
        </div>
      </div>
      {drop.field}
      {upload.state === 'refused' && <FaceChecks checks={upload.refusal.checks} />}
      {upload.state === 'good' && <FaceChecks checks={upload.verdict.checks} />}
    </div>
  )
}

/** Only of a picture that was judged, and that this browser shows. */
const canCrop = (upload: Upload) =>
  (upload.state === 'refused' || upload.state === 'good' || upload.state === 'failed') && upload.preview !== null

const judgedOf = (upload: Upload) =>
  upload.state === 'refused' ? upload.refusal : upload.state === 'good' ? upload.verdict : undefined

type Outcome = { verdict: PortraitVerdict } | { error: unknown; refusal: PortraitRefusal | undefined }

async function verdictOf(
  file: Blob,
  route: NonNullable<FaceUploadProps['route']>,
  waiting: Parameters<typeof whenFree>[1],
): Promise<Outcome> {
  try {
    return { verdict: await whenFree(() => call(route, { body: { file } }), waiting) }
  } catch (error) {
    const isRefusal = isCode<typeof uploadPortrait>(error, 'portrait.check-failed')
    return { error, refusal: isRefusal ? portraitRefusal.safeParse(error.data).data : undefined }
  }
}

type FaceUploadPictureProps = {
  upload: Upload
  value: string | null | undefined
  /** The file is none that this browser shows, whatever its name says. */
  onBroken: () => void
}

function FaceUploadPicture({ upload, value, onBroken }: FaceUploadPictureProps) {
  const t = useText()
  if (upload.state === 'good') {
    const { verdict } = upload
    return (
      <svg
        className="face-upload-picture"
        viewBox={`0 0 ${verdict.width} ${verdict.height}`}
        role="img"
        aria-label={t('form:portrait.faceMarked')}
      >
        <image href={imageAddress('portrait', verdict.id)} width={verdict.width} height={verdict.height} />
        <rect {...verdict.face} rx={verdict.face.width / 16} vectorEffect="non-scaling-stroke" />
      </svg>
    )
  }
  if (upload.state === 'refused' && upload.preview !== null && upload.refusal.face) {
    const { width, height, face } = upload.refusal
    return (
      <svg
        className="face-upload-picture"
        data-refused
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('form:portrait.faceChecked')}
      >
        <image href={upload.preview} width={width} height={height} />
        <rect {...face} rx={face.width / 16} vectorEffect="non-scaling-stroke" />
      </svg>
    )
  }
  const address =
    'preview' in upload && upload.preview !== null
      ? upload.preview
      : value && upload.state === 'idle'
        ? imageAddress('portrait', value, 320)
        : null
  if (address === null) return <span className="face-upload-picture face-placeholder" aria-hidden />
  return <img className="face-upload-picture" src={address} alt={t('form:portrait.picture')} onError={onBroken} />
}

function UploadState(props: { upload: Upload; value: string | null | undefined; isOver: boolean }) {
  const { upload, value, isOver } = props
  const t = useText()
  const kept = value ? <p>{t('form:portrait.kept')}</p> : null
  if (isOver) return <strong>{t('form:portrait.dropNow')}</strong>
  if (upload.state === 'checking') {
    return (
      <strong>
        <LoadingOutlined aria-hidden /> {t(upload.isPutOff ? 'form:portrait.putOff' : 'form:portrait.checking')}
      </strong>
    )
  }
  if (upload.state === 'good') return <StatusMark meaning="good">{t('form:portrait.good')}</StatusMark>
  if (upload.state === 'refused') {
    return (
      <>
        <StatusMark meaning="bad">{t('form:portrait.bad')}</StatusMark>
        {kept}
      </>
    )
  }
  if (upload.state === 'failed') {
    return (
      <>
        <StatusMark meaning="bad">
          {t(isOfPicture(upload.error) ? 'form:portrait.bad' : 'form:portrait.unchecked')}
        </StatusMark>
        <p>{uploadErrorText(upload.error, t)}</p>
        {kept}
      </>
    )
  }
  if (value) return <strong>{t('form:portrait.current')}</strong>
  return (
    <>
      <strong>{t('form:portrait.drop')}</strong>
      <p>{t('form:portrait.rules')}</p>
    </>
  )
}

/** A preview keeps the whole picture in memory until it is released. */
function usePreviewsFreed(upload: Upload) {
  const preview = 'preview' in upload ? upload.preview : null
  useEffect(() => {
    if (preview === null) return
    return () => URL.revokeObjectURL(preview)
  }, [preview])
}
