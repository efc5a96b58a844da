import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'

/** Browsers give the camera only to secure pages. */
export const hasCamera = () => isSecureContext && 'mediaDevices' in navigator

/** Why there is no button for the camera, where HTTPS would bring it. */
export function CameraMissing() {
  const t = useText()
  return isSecureContext ? null : <p className="face-camera-missing">{t('form:portrait.cameraMissing')}</p>
}

const wanted: MediaStreamConstraints = { video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } } }

/** Takes a picture with the camera of this computer or phone. The camera is let go as soon as this is closed. */
export function FaceCamera({ onPicture, onClose }: { onPicture: (file: Blob) => void; onClose: () => void }) {
  const t = useText()
  const video = useRef<HTMLVideoElement>(null)
  const [isDenied, setIsDenied] = useState(false)
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    navigator.mediaDevices.getUserMedia(wanted).then(
      (given) => {
        stream = given
        if (isOver) stop()
        else if (video.current) video.current.srcObject = given
      },
      () => setIsDenied(true),
    )
    return () => {
      isOver = true
      stop()
    }
  }, [])
  const take = () => {
    const { videoWidth, videoHeight } = video.current ?? { videoWidth: 0, videoHeight: 0 }
    const canvas = document.createElement('canvas')
    canvas.width = videoWidth
    canvas.height = videoHeight
    if (!video.current || videoWidth === 0) return
    canvas.getContext('2d')?.drawImage(video.current, 0, 0)
    canvas.toBlob((file) => file && onPicture(file), 'image/jpeg', 0.95)
  }
  return (
    <div className="face-camera">
      {isDenied ? (
        <p role="alert">{t('form:portrait.cameraDenied')}</p>
      ) : (
        // a live picture of the person who sits before it has no words to caption
        <video ref={video} autoPlay playsInline muted aria-label={t('form:portrait.cameraView')} />
      )}
      <div className="face-upload-buttons">
        <Button type="primary" disabled={isDenied} onClick={take}>
          {t('form:portrait.cameraTake')}
        </Button>
        <Button onClick={onClose}>{t('form:portrait.cameraStop')}</Button>
      </div>
    </div>
  )
}
