import type { ConversationLine } from '@gatehouse/contract/device/conversation.ts'
import type { Device } from '@gatehouse/contract/features/devices.ts'
import { type Exchange, keptDays, maxExchanges } from '@gatehouse/contract/features/devices/conversation.ts'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { type Text, useText } from '../../i18n/i18n.ts'
import { sentences } from '../../i18n/sentences.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { DeviceKeptLines } from './device-kept-lines.tsx'
import { conversationQuery } from './device-queries.ts'
import { MakeHelp } from './device-make-choice.tsx'

type Names = ReadonlyMap<number, string>

/** The last exchanges between a device and the server, for a person who looks for a fault; new ones come while it is open. */
export function DeviceConversation({ device }: { device: Device }) {
  const t = useText()
  const { data, error, refetch } = useQuery(conversationQuery(device.id))
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active />
  const names: Names = new Map(data.people.map(({ number, name }) => [number, name]))
  return (
    <>
      <p className="device-words">
        {sentences(
          t('devices:talk.intro', { count: maxExchanges, days: keptDays }),
          device.capabilities.talksWhileWatched && t('devices:talk.whileOpen'),
        )}{' '}
        <MakeHelp make={device.capabilities.make} />
      </p>
      <DeviceKeptLines device={device} count={data.keptLines} />
      {data.exchanges.length === 0 ? (
        <EmptyState isSmall title={t('devices:talk.emptyTitle')} text={t('devices:talk.emptyText')} />
      ) : (
        <ol className="device-talk">
          {data.exchanges.map((exchange) => (
            <OneExchange key={exchange.id} exchange={exchange} names={names} />
          ))}
        </ol>
      )}
    </>
  )
}

function OneExchange({ exchange, names }: { exchange: Exchange; names: Names }) {
  const t = useText()
  const { beganAt, tookMs, call, address, said, answered, more } = exchange
  return (
    <li>
      <p className="device-talk-head tabular">
        <Instant at={beganAt} />
        <small>{t('devices:talk.took', { ms: tookMs })}</small>
        <small>{address}</small>
        <code>{call}</code>
      </p>
      <Lines side={t('devices:talk.device')} lines={said} names={names} />
      <Lines side={t('devices:talk.server')} lines={answered} names={names} />
      {more > 0 && <small>{t('devices:talk.more', { count: more })}</small>}
    </li>
  )
}

function Lines({ side, lines, names }: { side: string; lines: readonly ConversationLine[]; names: Names }) {
  const t = useText()
  if (lines.length === 0) return null
  return (
    <div className="device-talk-side">
      <span>{side}</span>
      <ul aria-label={side}>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of an exchange never change
          <li key={at}>
            <LineMark line={line}>{wordsOf(line, names, t)}</LineMark>
            {line.text !== '' && <code>{line.text}</code>}
          </li>
        ))}
      </ul>
    </div>
  )
}

const bad: ReadonlySet<string> = new Set(['refused', 'failed', 'not-understood'])

function LineMark({ line: { word, answer }, children }: { line: ConversationLine; children: string }) {
  if (bad.has(word)) return <StatusMark meaning="bad">{children}</StatusMark>
  if (answer === undefined) return <span>{children}</span>
  const meaning = answer === 'done' ? 'good' : answer === 'again' || answer === 'later' ? 'waiting' : 'bad'
  return <StatusMark meaning={meaning}>{children}</StatusMark>
}

/** The line in words: its subject, the command, the person, and how a command was answered. */
function wordsOf({ word, command, person, answer }: ConversationLine, names: Names, t: Text): string {
  return [
    t(`devices:talk.word.${word}`),
    command === undefined ? '' : t('devices:talk.command', { number: String(command) }),
    person === undefined ? '' : (names.get(person) ?? t('devices:talk.person', { number: String(person) })),
    answer === undefined ? '' : t(`devices:talk.answer.${answer}`),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
