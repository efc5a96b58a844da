import { CameraOutlined, LoadingOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { FaceCamera, hasCamera } from '../../ui/face-camera.tsx'
import { mostPictureBytes, pictureTypes, usePastedPicture } from '../../ui/face-upload.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'

type Props = {
  picture: Blob | null
  /** Why the picture cannot be searched with. */
  problem: string | null
  isBusy: boolean
  onPicture: (picture: Blob | null, problem: string | null) => void
}

/** A photograph chosen, dropped, pasted or taken with the camera; nothing is sent before somebody searches. */
export function FacePicker({ picture, problem, isBusy, onPicture }: Props) {
  const t = useText()
  const [isOver, setIsOver] = useState(false)
  const [isCameraOpen, setIsCameraOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const preview = usePreview(picture)
  const choose = (file: Blob) => {
    setIsCameraOpen(false)
    if (!pictureTypes.includes(file.type)) onPicture(null, t('form:portrait.wrongType'))
    else if (file.size > mostPictureBytes) onPicture(null, t('form:portrait.tooLarge'))
    else onPicture(file, null)
  }
  usePastedPicture(choose)
  return (
    <div
      className="face-upload"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const file = event.dataTransfer.files[0]
        if (file) choose(file)
      }}
    >
      <div className="face-upload-main">
        {isCameraOpen ? (
          <FaceCamera onPicture={choose} onClose={() => setIsCameraOpen(false)} />
        ) : preview === null ? (
          <span className="face-upload-picture face-placeholder" aria-hidden />
        ) : (
          <img className="face-upload-picture" src={preview} alt={t('records:faceSearch.chosen')} />
        )}
        <div className="face-upload-words">
          <div role="status">
            {isOver ? (
              <strong>{t('form:portrait.dropNow')}</strong>
            ) : isBusy ? (
              <strong>
                <LoadingOutlined aria-hidden /> {t('records:faceSearch.searching')}
              </strong>
            ) : problem === null ? (
              <>
                <strong>{t(picture ? 'records:faceSearch.chosen' : 'records:faceSearch.drop')}</strong>
                <p>{t('records:faceSearch.rules')}</p>
              </>
            ) : (
              <>
                <StatusMark meaning="bad">{t('records:faceSearch.failed')}</StatusMark>
                <p>{problem}</p>
              </>
            )}
          </div>
          <div className="face-upload-buttons">
            <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
              {t(picture ? 'records:faceSearch.another' : 'records:faceSearch.choose')}
            </Button>
            {hasCamera() && !isCameraOpen && (
              <Button icon={<CameraOutlined aria-hidden />} onClick={() => setIsCameraOpen(true)}>
                {t('form:portrait.camera')}
              </Button>
            )}
          </div>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        className="face-upload-file"
        tabIndex={-1}
        accept={pictureTypes.join(',')}
        aria-label={t('records:faceSearch.choose')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) choose(file)
        }}
      />
    </div>
  )
}

/** An address of the picture for as long as it is shown. */
function usePreview(picture: Blob | null): string | null {
  const address = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture])
  useEffect(() => {
    if (address === null) return
    return () => URL.revokeObjectURL(address)
  }, [address])
  return address
}
