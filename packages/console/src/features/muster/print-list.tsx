import { listMusterPeople, type Muster, type MusterPerson } from '@gatehouse/contract/features/muster.ts'
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { formatInstant } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { nameOf, placeOf } from './missing-person.tsx'

const size = 200

/** Everybody who is missing, by muster point, on paper: for when a phone cannot do it. */
export function PrintList({ muster }: { muster: Muster }) {
  const t = useText()
  const toast = useToast()
  const [isLoading, setIsLoading] = useState(false)
  const [sheet, setSheet] = useState<{ people: readonly MusterPerson[]; at: string }>()
  useEffect(() => {
    if (!sheet) return
    const end = () => setSheet(undefined)
    addEventListener('afterprint', end)
    print()
    return () => removeEventListener('afterprint', end)
  }, [sheet])
  const load = async () => {
    setIsLoading(true)
    try {
      const people: MusterPerson[] = []
      for (let page = 1, total = 1; people.length < total; page += 1) {
        const query = { state: 'missing', sort: 'name', page, size } as const
        const found = await call(listMusterPeople, { params: { id: muster.id }, query })
        people.push(...found.items)
        total = found.items.length === 0 ? 0 : found.total
      }
      setSheet({ people, at: instantOf(nowMs()) })
    } catch (error) {
      toast.failed(error)
    } finally {
      setIsLoading(false)
    }
  }
  return (
    <>
      <Button icon={<PrinterOutlined aria-hidden />} loading={isLoading} onClick={() => void load()}>
        {t('muster:print')}
      </Button>
      {sheet && createPortal(<Sheet muster={muster} people={sheet.people} at={sheet.at} />, document.body)}
    </>
  )
}

function Sheet({ muster, people, at }: { muster: Muster; people: readonly MusterPerson[]; at: string }) {
  const t = useText()
  const seesStaff = useCan()('muster.staff')
  const byPoint = Map.groupBy(people, ({ point }) => point?.id ?? '')
  const places = [...muster.points, { id: '', name: t('muster:printing.withoutPoint') }]
  return (
    <div className="muster-sheet">
      <h1>{t('muster:printing.title', { site: muster.site.name })}</h1>
      {muster.isDrill && <p className="muster-sheet-drill">{t('muster:printing.drill')}</p>}
      <p>
        {t(seesStaff ? 'muster:printing.at' : 'muster:visitors.printAt', {
          at: formatInstant(at, 'minute', muster.site.timeZone),
          zone: muster.site.timeZone,
          missing: people.length,
          people: muster.counts.people,
        })}
      </p>
      {people.length === 0 && <p>{t(seesStaff ? 'muster:printing.none' : 'muster:visitors.nobodyMissing.title')}</p>}
      {places.map(({ id, name }) => {
        const here = byPoint.get(id)
        if (!here) return null
        return (
          <table key={id}>
            <caption>{name}</caption>
            <thead>
              <tr>
                <th scope="col">{t('muster:printing.safe')}</th>
                <th scope="col">{t('muster:printing.name')}</th>
                <th scope="col">{t('muster:printing.last')}</th>
              </tr>
            </thead>
            <tbody>
              {here.map((person) => (
                <tr key={person.id}>
                  <td>☐</td>
                  <td>{nameOf(person, t)}</td>
                  <td>{placeOf(person, muster, t)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      })}
    </div>
  )
}
