import type { Sighting } from '../recognition/sighting.ts'
import { releasedFloors } from '../door/released-floors.ts'
import type { Terminal } from '../core/terminal.ts'

/** Prints the events of a terminal in plain lines. The relay prints the door's actions. */
export function printEvents(terminal: Terminal, printLine: (line: string) => void): void {
  terminal.on('decided', (sighting) =>
    printLine(describe(sighting) + floorsText(releasedFloors(sighting.verdict, terminal.state))),
  )
  terminal.on('undecided', (reason) => printLine(reason))
  terminal.on('factor-requested', (factor, who) => factor && printLine(`asks ${who} for: ${factor}`))
  terminal.on('occupancy-counted', ({ count, max }) =>
    printLine(`${count >= max ? 'full: ' : ''}${count} of ${max} inside`),
  )
  terminal.on('synced', (people) => printLine(`knows ${people} ${people === 1 ? 'person' : 'people'}`))
  terminal.on('configured', (name) => printLine(`settings of "${name}"`))
  terminal.on('branding-updated', (pictures) => printLine(`has ${pictures} of the enterprise's pictures`))
  terminal.on('pushed', (records) => printLine(`delivered ${records} ${records === 1 ? 'record' : 'records'}`))
  terminal.on('announced', (code) => printLine(`waiting to be accepted in the console; it shows the code ${code}`))
  terminal.on('prompted', (text, isSpoken) => printLine(`${isSpoken ? 'says' : 'shows'} “${text}”`))
  terminal.on('asleep', () => printLine('standby'))
  terminal.on('awake', () => printLine('awake'))
  terminal.on('alarmed', (type, state) => printLine(`alarm ${type}: ${state}`))
  terminal.on('online', () => printLine('online'))
  terminal.on('offline', (reason) => printLine(`offline: ${reason}`))
  terminal.on('credentials-rejected', (areRejected) =>
    printLine(
      areRejected ? 'the server no longer recognises this terminal: pair it again' : 'the server recognises it again',
    ),
  )
  terminal.on('commanded', (kind, state) => printLine(`command ${kind}: ${state}`))
  terminal.on('consent-requested', (title, version) => printLine(`asks whether it may install ${title} ${version}`))
  terminal.on('upgrading', (state, version, reason) =>
    printLine(`upgrade to ${version}: ${state}${reason ? `, ${reason}` : ''}`),
  )
  terminal.on('restarted', () => printLine('restarted'))
  terminal.on('unbound', () => printLine('unbound: all data is deleted'))
}

const floorsText = (floors: ReturnType<typeof releasedFloors>): string => {
  if (floors === null) return ''
  return `, ${floors.areAll ? 'all floors' : `floors: ${floors.names.join(', ')}`}`
}

function describe({ verdict, person, cosine, sequence }: Sighting): string {
  const similarity = cosine === null ? [] : [`similarity ${cosine.toFixed(2)}`]
  const who = person ? `${person.name} (${[verdict.recordedAs, ...similarity].join(', ')})` : verdict.recordedAs
  const what = verdict.opens ? 'may pass' : `may not pass: ${verdict.abnormal}`
  const greeting = verdict.opens && person?.prompt ? `, is greeted with "${person.prompt}"` : ''
  return `${who} ${what}${sequence === null ? ', again' : `, record ${sequence}`}${greeting}`
}
