import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { FacePlaceholder } from '../../parts/face/face-thumbnail.tsx'
import { DoorGlyph } from '../../parts/floor-plan/door-mark.tsx'
import { LineIcon } from '../bar/line-icon.tsx'
import { markTyped } from './match-name.ts'
import type { Option, Picture, SectionName } from './option.ts'

type Props = {
  id: string
  sections: readonly { name: SectionName; options: readonly Option[] }[]
  at: number
  typed: string
  onChoose: (option: Option) => void
  onPoint: (key: string) => void
}

/** The number of the first option of a section among all. */
const firstOf = (sections: Props['sections'], at: number) =>
  sections.slice(0, at).reduce((sum, { options }) => sum + options.length, 0)

/** The options that were found, in groups; the keys are those of the field above, which names the option that is chosen. */
export function OptionList({ id, sections, at, typed, onChoose, onPoint }: Props) {
  const t = useText()
  return (
    <div
      className="palette-list"
      id={`${id}-list`}
      role="listbox"
      aria-label={t('palette:found')}
      tabIndex={-1}
      // the focus stays in the field, whose keys are those of the list
      onMouseDown={(event) => event.preventDefault()}
    >
      {sections.map(({ name, options }, section) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div className="palette-title" id={`${id}-${name}`} role="presentation">
            {t(`palette:sections.${name}`)}
          </div>
          {options.map((option, place) => {
            const index = firstOf(sections, section) + place
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the combobox's, which names this option as its active one
              <div
                key={option.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                aria-disabled={(option.act.kind === 'do' && option.act.isOff) || undefined}
                onClick={() => onChoose(option)}
                onPointerMove={() => onPoint(option.key)}
              >
                <OptionPicture picture={option.picture} />
                <span className="palette-text">
                  {markTyped(option.text, typed).map(({ text, isTyped }, part) =>
                    isTyped ? <mark key={part}>{text}</mark> : text,
                  )}
                </span>
                {option.hint && <small>{option.hint}</small>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

const signs = {
  page: 'M5 2.5h7l3 3v12H5zM12 2.5v3h3M7.5 9.5h5M7.5 12.5h5',
  list: 'M7 5.5h10M7 10h10M7 14.5h10M3.5 5.5h.01M3.5 10h.01M3.5 14.5h.01',
  setting: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  plus: 'M10 4v12M4 10h12',
  lock: 'M5 9h10v8.5H5zM7 9V6.5a3 3 0 0 1 6 0V9M10 12.5V14',
  device: 'M5.5 2.5h9v15h-9zM8 5.5h4v4H8zM9 14.5h2',
  action: 'M4 10h11M11 6l4 4-4 4',
} as const

export function OptionPicture({ picture, size = 28 }: { picture: Picture; size?: number }) {
  const [broken, setBroken] = useState<string>()
  if (picture.kind === 'door')
    return (
      <span className="door-mark" data-mark={picture.mark}>
        <DoorGlyph mark={picture.mark} />
      </span>
    )
  if (picture.kind === 'sign')
    return (
      <span className="palette-sign">
        <LineIcon path={signs[picture.name]} size={18} />
      </span>
    )
  const { image } = picture
  return (
    <span className="palette-face" style={{ width: size, height: size }}>
      {image && broken !== image.id ? (
        <img
          src={imageAddress(image.kind, image.id, size > 40 ? 160 : 80)}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onError={() => setBroken(image.id)}
        />
      ) : (
        <FacePlaceholder />
      )}
    </span>
  )
}
