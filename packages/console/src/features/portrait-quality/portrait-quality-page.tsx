import {
  askForPortraits,
  endPortraitRequest,
  listPoorPortraits,
  type PoorPortrait,
  portraitFaults,
} from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate, type LoaderFunction } from 'react-router'
import { callAndRefresh, call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useCan } from '../../lib/use-can.ts'
import { laterPart } from '../../lib/later-part.ts'
import { personPath } from '../../parts/face/face-alike.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { groupList } from '../../parts/person/group-list.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../ui/list/list-pages.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import type { MadeLinks } from './links-panel.tsx'
import { poorPortraitColumns } from './portrait-quality-columns.tsx'
import './portrait-quality.css'

const LinksPanel = laterPart(async () => (await import('./links-panel.tsx')).LinksPanel)

const poorList = (query: Query<typeof listPoorPortraits>) =>
  queryOptions({ ...queryOf(listPoorPortraits, { query }), placeholderData: keepPreviousData })

const nameOf = ({ person }: PoorPortrait) => person.name

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(poorList(readUrlState(listPoorPortraits.query, new URL(request.url).searchParams)))
    return null
  }

/** Portraits that would not pass today, why, and the link that asks their people for a new photograph. */
export function Component() {
  const t = useText()
  const navigate = useNavigate()
  const toast = useToast()
  const [state, change] = useUrlState(listPoorPortraits.query)
  const portraits = useQuery(poorList(state))
  const groups = useQuery(groupList())
  const [made, setMade] = useState<MadeLinks>()
  const ask = useAsk(setMade)

  const actions = useMemo<RowAction<PoorPortrait>[]>(
    () => [
      {
        key: 'open',
        label: t('portraitQuality:action.open'),
        run: ({ person }) => void navigate(personPath(person.kind, person.id)),
      },
      {
        key: 'ask',
        label: t('portraitQuality:action.ask'),
        permission: 'person.ask',
        disabledReason: ({ person }) =>
          person.kind === 'blacklisted' ? t('portraitQuality:action.notBlacklisted') : undefined,
        run: ({ id }) => ask([id]),
      },
      {
        key: 'end',
        label: t('portraitQuality:action.end'),
        permission: 'person.ask',
        disabledReason: ({ asked }) => (asked?.answeredAt === null ? undefined : t('portraitQuality:action.notAsked')),
        run: ({ person }) =>
          void callAndRefresh(endPortraitRequest, { params: { personId: person.id } }).then(
            () => toast.done(t('portraitQuality:ended')),
            toast.failed,
          ),
      },
    ],
    [t, navigate, toast, ask],
  )
  const bulk = useMemo<BulkAction[]>(
    () => [
      {
        key: 'ask',
        label: (count) => t('portraitQuality:action.askMany', { count }),
        permission: 'person.ask',
        run: ask,
      },
    ],
    [t, ask],
  )
  const waiting = portraits.data?.waiting ?? 0
  return (
    <>
      <PageHeader isOfList title={t('portraitQuality:title')} purpose={t('portraitQuality:purpose')} />
      <ListPage<PoorPortrait>
        name="poorPortraits"
        label={t('portraitQuality:title')}
        query={portraits}
        columns={poorPortraitColumns}
        rowName={nameOf}
        onOpen={({ person }) => void navigate(personPath(person.kind, person.id))}
        actions={actions}
        bulk={bulk}
        filters={[
          {
            key: 'fault',
            label: t('portraitQuality:filter.fault'),
            options: portraitFaults.map((value) => ({ value, label: t(`portraitQuality:fault.${value}`) })),
          },
          {
            key: 'groupId',
            label: t('portraitQuality:filter.group'),
            options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: groupName(name, t) })),
          },
        ]}
        filtered={{
          isSet: setFilters(state).length > 0,
          onClear: () => change({ fault: undefined, groupId: undefined }),
        }}
        paging={useKeyPaging(state, portraits.data?.next, change)}
        count={countWords(t, portraits.data)}
        notice={waiting > 0 && <p role="status">{t('portraitQuality:waiting', { count: waiting })}</p>}
        empty={{ drawing: 'portrait', title: t('portraitQuality:empty.title'), text: t('portraitQuality:empty.text') }}
        exportPage={async (place, signal) => {
          const page = await call(listPoorPortraits, { query: { ...state, after: place, size: 200 } }, { signal })
          return { rows: page.items, next: page.next ?? undefined }
        }}
      />
      {made && <LinksPanel made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

/** Asks for new photographs of these portraits, after a question that says how. */
function useAsk(onMade: (made: MadeLinks) => void) {
  const t = useText()
  const confirm = useConfirm()
  const decides = useCan()('registration.write')
  return useMemo(
    () => (portraitIds: readonly string[], after?: () => void) =>
      void confirm({
        title: t('portraitQuality:ask.title', { count: portraitIds.length }),
        text: decides
          ? t('portraitQuality:ask.text')
          : `${t('portraitQuality:ask.text')}${t('portraitQuality:ask.byOthers')}`,
        action: t('portraitQuality:ask.button'),
        run: async () => {
          onMade(
            await callAndRefresh(askForPortraits, {
              body: { portraitIds: [...portraitIds], language: currentLanguage() },
            }),
          )
          after?.()
        },
      }),
    [t, confirm, decides, onMade],
  )
}
