import { Button } from 'antd'
import type { ComponentProps } from 'react'
import { type Text, useText } from '../../i18n/i18n.ts'
import { CropPicture, type CropTexts } from './crop-picture.tsx'

/** Takes a part of a picture in a form of the console, with its buttons and texts. */
export function FaceCrop(props: Omit<ComponentProps<typeof CropPicture>, 'texts' | 'button'>) {
  const t = useText()
  return (
    <CropPicture
      {...props}
      texts={cropTexts(t)}
      button={(label, onClick, isFirst) => (
        <Button type={isFirst ? 'primary' : 'default'} onClick={onClick}>
          {label}
        </Button>
      )}
    />
  )
}

const cropTexts = (t: Text): CropTexts => ({
  view: t('form:portrait.crop.view'),
  keys: t('form:portrait.crop.keys'),
  zoom: t('form:portrait.crop.zoom'),
  straighten: t('form:portrait.crop.straighten'),
  left: t('form:portrait.crop.left'),
  right: t('form:portrait.crop.right'),
  take: t('form:portrait.crop.take'),
  cancel: t('form:portrait.crop.cancel'),
})
