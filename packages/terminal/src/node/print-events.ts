import type { Sighting } from '../recognition/sighting.ts'
import type { Terminal } from '../core/terminal.ts'

/** Says in plain lines what a terminal does. The relay says what the door does. */
export function printEvents(terminal: Terminal, say: (line: string) => void): void {
  terminal.on('decided', (sighting) => say(describe(sighting)))
  terminal.on('undecided', (reason) => say(reason))
  terminal.on('factor-requested', (factor, who) => factor && say(`asks ${who} for: ${factor}`))
  terminal.on('synced', (people) => say(`knows ${people} ${people === 1 ? 'person' : 'people'}`))
  terminal.on('configured', (name) => say(`settings of "${name}"`))
  terminal.on('branding-updated', (pictures) => say(`has ${pictures} of the enterprise's pictures`))
  terminal.on('pushed', (records) => say(`delivered ${records} ${records === 1 ? 'record' : 'records'}`))
  terminal.on('announced', (code) => say(`waiting to be accepted in the console; it shows the code ${code}`))
  terminal.on('prompted', (text, isSpoken) => say(`${isSpoken ? 'says' : 'shows'} “${text}”`))
  terminal.on('asleep', () => say('standby'))
  terminal.on('awake', () => say('awake'))
  terminal.on('alarmed', (type, state) => say(`alarm ${type}: ${state}`))
  terminal.on('online', () => say('online'))
  terminal.on('offline', (reason) => say(`offline: ${reason}`))
  terminal.on('credentials-rejected', (areRejected) =>
    say(areRejected ? 'the server does not know this terminal any more: pair it anew' : 'the server knows it again'),
  )
  terminal.on('commanded', (kind, state) => say(`command ${kind}: ${state}`))
  terminal.on('consent-requested', (title, version) => say(`asks whether it may install ${title} ${version}`))
  terminal.on('upgrading', (state, version, reason) =>
    say(`upgrade to ${version}: ${state}${reason ? `, ${reason}` : ''}`),
  )
  terminal.on('restarted', () => say('restarted'))
  terminal.on('unbound', () => say('unbound: everything is forgotten'))
}

function describe({ verdict, person, cosine, sequence }: Sighting): string {
  const similarity = cosine === null ? [] : [`similarity ${cosine.toFixed(2)}`]
  const who = person ? `${person.name} (${[verdict.recordedAs, ...similarity].join(', ')})` : verdict.recordedAs
  const what = verdict.opens ? 'may pass' : `may not pass: ${verdict.abnormal}`
  const greeting = verdict.opens && person?.prompt ? `, is greeted with "${person.prompt}"` : ''
  return `${who} ${what}${sequence === null ? ', again' : `, record ${sequence}`}${greeting}`
}
