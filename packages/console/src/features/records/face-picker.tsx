import { CameraOutlined, LoadingOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { CameraMissing, FaceCamera, hasCamera } from '../../parts/face/face-camera.tsx'
import { useFaceDrop, usePastedPicture } from '../../parts/face/face-drop.tsx'
import { usePreview } from '../../parts/face/use-preview.ts'
import { shrinkPicture } from '../../parts/face/shrink-picture.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

type Props = {
  picture: Blob | null
  /** Why the picture cannot be searched with. */
  problem: string | null
  isBusy: boolean
  onPicture: (picture: Blob) => void
  /** The file that was chosen could not be read. */
  onUnreadable: (error: unknown) => void
}

/** A photograph chosen, dropped, pasted or taken with the camera; nothing is sent before somebody searches. */
export function FacePicker({ picture, problem, isBusy, onPicture, onUnreadable }: Props) {
  const t = useText()
  const [isCameraOpen, setIsCameraOpen] = useState(false)
  const preview = usePreview(picture)
  const choose = (file: Blob) => {
    setIsCameraOpen(false)
    void shrinkPicture(file).then(onPicture, onUnreadable)
  }
  usePastedPicture(choose)
  const drop = useFaceDrop(t('records:faceSearch.choose'), choose)
  return (
    <div {...drop.area}>
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
            {drop.isOver ? (
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
            <Button icon={<UploadOutlined aria-hidden />} onClick={drop.choose}>
              {t(picture ? 'records:faceSearch.another' : 'records:faceSearch.choose')}
            </Button>
            {hasCamera() && !isCameraOpen && (
              <Button icon={<CameraOutlined aria-hidden />} onClick={() => setIsCameraOpen(true)}>
                {t('form:portrait.camera')}
              </Button>
            )}
          </div>
          <CameraMissing />
        </div>
      </div>
      {drop.field}
    </div>
  )
}
