import { imageAddress } from '@gatehouse/contract/features/images.ts'
import type { RecordDetail } from '@gatehouse/contract/features/records.ts'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'

/** All that the camera saw, with a frame round the face that the record is about. */
export function WholeScene({ record: { id, device, faceBox } }: { record: RecordDetail }) {
  const t = useText()
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <figure className="record-scene">
      {faceBox && broken !== id ? (
        <div className="record-scene-place">
          <div className="record-scene-picture">
            <img
              src={imageAddress('capture', id, 640)}
              alt={t('records:scene', { device: device.name })}
              onError={() => setBroken(id)}
            />
            <span
              style={{
                left: `${faceBox.left / 10}%`,
                top: `${faceBox.top / 10}%`,
                width: `${(faceBox.right - faceBox.left) / 10}%`,
                height: `${(faceBox.bottom - faceBox.top) / 10}%`,
              }}
            />
          </div>
        </div>
      ) : (
        <p>{t('records:noScene')}</p>
      )}
      <figcaption>{t('records:detail.scene')}</figcaption>
    </figure>
  )
}
