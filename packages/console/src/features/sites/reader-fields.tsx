import {
  type DoorInput,
  doorInput,
  maxPorts,
  maxReadersPerDoor,
  type ReaderDirection,
  readerDirections,
} from '@gatehouse/contract/features/sites.ts'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { useText } from '../../i18n/i18n.ts'
import { DeviceSelect } from '../../parts/device/device-select.tsx'

type Reader = DoorInput['readers'][number]
/** A row of the form; a reader once a device is chosen, which the form asks for. */
type Row = { key: number; deviceId?: string | undefined; port: number; direction: ReaderDirection | null }

/** A row that was left empty is named, not dropped without a word. */
export const readersOfForm = z
  .array(z.looseObject({ deviceId: z.string() }))
  .refine((rows) => rows.every(({ deviceId }) => deviceId !== ''), { error: 'reader-without-device', abort: true })
  .pipe(doorInput.shape.readers)

type Props = { id?: string; value?: Reader[]; onChange?: (readers: Reader[]) => void }

/** A choice of the field for null. */
const asDevice = 'device'

const readersOf = (rows: readonly Row[]) =>
  rows.map(({ deviceId = '', port, direction }) => ({ deviceId, port, direction }))

/** The readers of a door, one a row; a form gives value and onChange. */
export function ReaderFields({ id, value = [], onChange }: Props) {
  const t = useText()
  const [rows, setRows] = useState<readonly Row[]>(() => value.map((reader, key) => ({ key, ...reader })))
  const [had] = useState(rows.length > 0)
  const [showsPorts, setShowsPorts] = useState(value.some(({ port }) => port > 1))
  const change = (next: readonly Row[]) => {
    setRows(next)
    onChange?.(readersOf(next))
  }
  const edit = (key: number, patch: Partial<Row>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)))
  const add = () =>
    change([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, port: 1, direction: null }])
  return (
    <div className="reader-fields" role="group" aria-label={t('sites:door.readers')} {...(id && { id })}>
      {rows.length === 0 && (
        <p className="reader-none" data-lost={had || undefined} role={had ? 'status' : undefined}>
          {t(had ? 'sites:reader.noneLeft' : 'sites:reader.noneYet')}
        </p>
      )}
      {rows.map(({ key, deviceId, port, direction }, index) => {
        const number = index + 1
        return (
          <div key={key} className="reader-row" data-ports={showsPorts || undefined}>
            <DeviceSelect
              aria-label={t('sites:reader.device', { number })}
              placeholder={t('sites:reader.choose')}
              value={deviceId}
              onChange={(chosen) => edit(key, { deviceId: chosen })}
            />
            {showsPorts && (
              <InputNumber
                aria-label={t('sites:reader.port', { number })}
                prefix={t('sites:reader.portShort')}
                min={1}
                max={maxPorts}
                precision={0}
                value={port}
                onChange={(typed) => edit(key, { port: typed ?? 1 })}
              />
            )}
            <Select<ReaderDirection | typeof asDevice>
              aria-label={t('sites:reader.directionOf', { number })}
              value={direction ?? asDevice}
              options={[
                { value: asDevice, label: t('sites:reader.asDevice') },
                ...readerDirections.map((one) => ({ value: one, label: t(`sites:reader.direction.${one}`) })),
              ]}
              onChange={(chosen) => edit(key, { direction: chosen === asDevice ? null : chosen })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('sites:reader.remove', { number })}
              title={t('sites:reader.remove', { number })}
              onClick={() => change(rows.filter((row) => row.key !== key))}
            />
          </div>
        )
      })}
      <div className="reader-tools">
        <Button icon={<PlusOutlined aria-hidden />} disabled={rows.length >= maxReadersPerDoor} onClick={add}>
          {t('sites:reader.add')}
        </Button>
        {rows.length > 0 && (
          <Checkbox
            checked={showsPorts}
            // A port that nobody sees is none.
            onChange={({ target }) => {
              setShowsPorts(target.checked)
              if (!target.checked) change(rows.map((row) => ({ ...row, port: 1 })))
            }}
          >
            {t('sites:reader.severalDoors')}
          </Checkbox>
        )}
      </div>
    </div>
  )
}
