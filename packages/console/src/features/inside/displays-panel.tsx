import {
  createInsideDisplay,
  deleteInsideDisplay,
  type InsideDisplay,
} from '@gatehouse/contract/features/inside/displays.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { displayList, placesInside } from './inside-queries.ts'
import { nameLabel } from '../../ui/form/name-label.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** `/sign/inside/displays`: the screens in lobbies, and a new one. */
export function DisplaysPanel() {
  const t = useText()
  const panel = usePanelRoute(pathTo('inside'))
  const displays = useQuery(displayList)
  return (
    <DetailPanel title={t('inside:displays.title')} width={480} onClose={panel.close}>
      <p>{t('inside:displays.text')}</p>
      {displays.isError && <ErrorPanel error={displays.error} onRetry={() => void displays.refetch()} />}
      {displays.data?.length === 0 && <p>{t('inside:displays.none')}</p>}
      <ul className="inside-displays">
        {displays.data?.map((display) => (
          <Display key={display.id} display={display} />
        ))}
      </ul>
      <NewDisplay />
    </DetailPanel>
  )
}

function Display({ display }: { display: InsideDisplay }) {
  const t = useText()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const { id, name, sites, showsNames, lastSeenAt } = display
  const remove = () =>
    void confirmDelete({
      title: t('inside:displays.deleteTitle', { name }),
      text: t('inside:displays.deleteText'),
      action: t('inside:displays.deleteDeed'),
      ends: [id],
      run: async () => {
        await callAndRefresh(deleteInsideDisplay, { params: { id } })
        toast.done(t('inside:displays.deleted', { name }))
      },
    })
  return (
    <li className="inside-display">
      <header>
        <strong>{name}</strong>
        <Button size="small" danger onClick={remove}>
          {t('inside:displays.delete')}
        </Button>
      </header>
      <p>
        {[
          sites.length === 0 ? t('inside:displays.allSites') : sites.map((site) => site.name).join(t('list:comma')),
          ...(showsNames ? [t('inside:displays.withNames')] : []),
          lastSeenAt === null
            ? t('inside:displays.neverSeen')
            : t('inside:displays.seen', { at: companyTime(lastSeenAt, 'minute') }),
        ].join(' · ')}
      </p>
    </li>
  )
}

const emptyDraft = { name: '', siteIds: [] as string[], showsAreas: true, showsNames: false }

function NewDisplay() {
  const t = useText()
  const places = useQuery(placesInside(undefined))
  const [draft, setDraft] = useState(emptyDraft)
  const [problem, setProblem] = useState<string>()
  const [link, setLink] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const create = async () => {
    if (draft.name.trim() === '') return setProblem(t('inside:displays.nameMissing'))
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { url } = await callAndRefresh(createInsideDisplay, { body: draft })
      setLink(url)
      setDraft(emptyDraft)
    } catch (error) {
      setProblem(errorText(error, t))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form
      className="inside-new-display"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <h3>{t('inside:displays.add')}</h3>
      {link !== undefined && (
        <Notice kind="good" title={t('inside:displays.link')}>
          <CopyText text={link} what={t('inside:displays.linkName')} />
        </Notice>
      )}
      <label htmlFor="display-name">{t('inside:displays.name')}</label>
      <Input
        id="display-name"
        maxLength={64}
        autoComplete="off"
        placeholder={t('inside:displays.nameHint')}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <label htmlFor="display-sites">{t('inside:displays.sites')}</label>
      <Select
        labelRender={nameLabel}
        id="display-sites"
        mode="multiple"
        placeholder={t('inside:displays.allSites')}
        optionFilterProp="label"
        value={draft.siteIds}
        options={(places.data?.sites ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(siteIds: string[]) => setDraft({ ...draft, siteIds })}
      />
      <Checkbox
        checked={draft.showsAreas}
        onChange={({ target }) => setDraft({ ...draft, showsAreas: target.checked })}
      >
        {t('inside:displays.showsAreas')}
      </Checkbox>
      <Checkbox
        checked={draft.showsNames}
        onChange={({ target }) => setDraft({ ...draft, showsNames: target.checked })}
      >
        {t('inside:displays.showsNames')}
      </Checkbox>
      {draft.showsNames && <p>{t('inside:displays.namesWarning')}</p>}
      {problem !== undefined && <Notice kind="bad" title={problem} />}
      <span>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('inside:displays.create')}
        </Button>
      </span>
    </form>
  )
}
