import type { LackReason } from '@gatehouse/contract/device/capabilities.ts'
import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import type { DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { renderRoutes } from '../../test/render-routes.tsx'
import { sessionUserOf } from '../../test/session-users.ts'
import { DoorDeeds } from '../features/live/door-deeds.tsx'
import { GuardDoor } from '../features/live/guard/guard-door.tsx'
import { houseTexts } from '../features/live/live-feature.ts'
import { TileOpen } from '../features/live/tile-open.tsx'
import { WatchedDoor } from '../features/live-view/watched-door.tsx'
import { paletteTexts } from '../i18n/common-texts.ts'
import { changeLanguage, currentText, loadTexts, startI18n } from '../i18n/i18n.ts'
import { setUser } from '../lib/session.ts'
import { doorCommands, lacksOf, type DoorCommand, type DoorLacks } from '../parts/device/command-lacks.ts'
import { DoorButtons } from '../parts/device/door-buttons.tsx'
import { deedsOfDoor, doorDeeds } from './palette/door-options.ts'
import { wallNow } from './palette/palette-moment.ts'
import { readSaid } from './palette/words/read-said.ts'

/*
 * An action that no device of a door has is offered nowhere: each place that offers an action at a door is drawn for each command that is lacking.
 */
beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(paletteTexts)
  await loadTexts(houseTexts)
})
beforeEach(() => setUser(sessionUserOf('superAdmin')))
afterEach(cleanup)

const deviceId = '0199aaaa-0000-7000-8000-000000000001'
const door: LiveDoor = {
  id: '0199aaaa-0000-7000-8000-000000000002',
  name: 'Archive',
  kind: 'door',
  site: { id: '0199aaaa-0000-7000-8000-000000000003', name: 'Works' },
  fromArea: null,
  toArea: null,
  places: [],
  mark: 'held-open',
  since: null,
  held: 'held-open',
  needs: [],
  alarm: null,
  deviceIds: [deviceId],
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the facts that a watched door is drawn from
const device = { id: deviceId, name: 'Archive', location: null, isOnline: true } as DeviceSummary

const names: Record<DoorCommand, RegExp> = {
  'open-once': /^Open Archive/,
  'hold-open': /^Hold open: Archive/,
  'hold-closed': /^Hold closed: Archive/,
  normal: /^Set Archive back to normal/,
}
const holds = ['open-once', 'hold-open', 'hold-closed', 'normal'] as const
const places: readonly [name: string, element: () => ReactElement, offers: readonly DoorCommand[]][] = [
  [
    'the buttons of a device, a door and their lists',
    () => <DoorButtons door="Archive" deviceIds={[deviceId]} reach="online" isHeld send={async () => {}} />,
    holds,
  ],
  ['the panel of a door on Live', () => <DoorDeeds door={door} />, holds],
  ['a tile on Live', () => <TileOpen door={door} onAskReason={undefined} />, ['open-once']],
  ['a door in guard mode', () => <GuardDoor door={door} isCutOff={false} />, ['open-once']],
  ['a watched door', () => <WatchedDoor door={device} reason="" isUnsaid={false} onOpened={() => {}} />, ['open-once']],
]

function draw(element: ReactElement, lacking: DoorCommand | null, reason: LackReason = 'no-word') {
  const commands = Object.fromEntries(
    [...doorCommands, 'restart', 'sync-now', 'release-alarm', 'unbind'].map((kind) => [
      kind,
      kind === lacking ? reason : null,
    ]),
  )
  answerCalls({
    'GET /api/v2/opening-rule': { needsReason: false, reasons: [], doorIds: [], deviceIds: [] },
    'GET /api/v2/devices/lacks': lacking === null ? [] : [{ commands, deviceIds: [deviceId] }],
  })
  renderRoutes([{ path: '*', element }], '/')
}

describe.each(places)('%s', (_, element, offers) => {
  it.each(offers)('offers %s where the device can do it', async (command) => {
    draw(element(), null)
    expect(await screen.findByRole('button', { name: names[command] })).toBeDefined()
  })

  it.each(offers)('does not offer %s where the device lacks it', async (command) => {
    draw(element(), command)
    await waitFor(() => expect(screen.queryByRole('button', { name: names[command] })).toBeNull())
    for (const other of offers.filter((one) => one !== command))
      expect(screen.getByRole('button', { name: names[other] })).toBeDefined()
  })
})

it('a door that is held is let go while an alarm is its mark; one that was left open is not held', async () => {
  draw(<DoorDeeds door={{ ...door, mark: 'alarm', needs: ['alarm'] }} />, null)
  expect(await screen.findByRole('button', { name: names.normal })).toBeDefined()
  cleanup()
  draw(<DoorDeeds door={{ ...door, held: null, needs: ['left-open'] }} />, null)
  expect(await screen.findByRole('button', { name: names['hold-open'] })).toBeDefined()
  expect(screen.queryByRole('button', { name: names.normal })).toBeNull()
})

it('the buttons say what is not offered, and why', async () => {
  draw(<DoorDeeds door={door} />, 'hold-closed')
  expect(await screen.findByText('Hold closed: terminals of this make cannot do this.')).toBeDefined()
})

describe('the palette', () => {
  const lacking = (command: DoorCommand) => (): DoorLacks => ({
    ...lacksOf([], []),
    [command]: 'no-word',
  })

  it.each(['open-once', 'hold-open', 'normal'] as const)(
    'does not offer %s unasked where the device lacks it',
    (command) => {
      const closed = { ...door, held: command === 'normal' ? ('held-closed' as const) : null, mark: 'closed' as const }
      const offered = (lacks: DoorLacks) => deedsOfDoor({ door: closed, lacks }, currentText()).map(({ key }) => key)
      expect(offered(lacksOf([], []))).toContain(`${command}-${door.id}`)
      expect(offered(lacking(command)())).not.toContain(`${command}-${door.id}`)
    },
  )

  it('says of what is asked for why the device does not do it, and does nothing', () => {
    const said = readSaid('hold open archive', wallNow())
    const [option] = doorDeeds(
      said,
      'hold open archive',
      { doors: [door], lacksOf: lacking('hold-open') },
      currentText(),
    )
    expect(option?.effect).toBe('Hold open: terminals of this make cannot do this.')
    expect(option?.act).toMatchObject({ kind: 'do', isOff: true })
  })
})

it('a door with another device that can do it offers it: the server asks that one', () => {
  const commands = { ...lacksOf([], []), 'hold-open': 'no-word' as const }
  const all = { ...commands, restart: null, 'sync-now': null, 'release-alarm': null, unbind: null }
  const groups = [{ commands: all, deviceIds: [deviceId] }]
  expect(lacksOf(groups, [deviceId])['hold-open']).toBe('no-word')
  expect(lacksOf(groups, [deviceId, 'another'])['hold-open']).toBeNull()
})
