import { join } from 'node:path'
import type { Addresses } from './lib/address-for-people.ts'
import { firstLoginFile, type FirstLogin } from './first-login.ts'
import { release } from './lib/release.ts'

type Ready = {
  addresses: Addresses
  /** The account of a first start. */
  login: FirstLogin | undefined
  /** The operator chose its password, who knows it. */
  isPasswordGiven: boolean
  /** Nobody has signed in yet. */
  isNew: boolean
  dataFolder: string
  /** The time by this machine's clock. */
  now: Temporal.Instant
}

/** A clock that is behind this release is wrong: a trial that begins by it is over as soon as somebody sets it. */
const isClockBehind = ({ now }: Ready) => now.toString() < release.releasedOn
const clockHint = ({ now }: Ready) =>
  `This machine’s clock says ${now.toString().slice(0, 10)}: set it before the trial begins`

const cameraHint = 'Browsers give the camera only over HTTPS: start with TLS=self-signed'

/** The server answers now: says so in a box to somebody who looks, else in lines that a program can read. */
export const readyNotice = (ready: Ready, isWatched: boolean): string => (isWatched ? boxOf(ready) : linesOf(ready))

function linesOf(ready: Ready): string {
  const { login, isPasswordGiven } = ready
  const { first, network, isNetworkWithoutCamera } = ready.addresses
  const lines = [`Gatehouse is ready: ${first}`]
  if (network) lines.push(`From other machines: ${network}`)
  if (isNetworkWithoutCamera) lines.push(`${network ? 'No camera works there. ' : ''}${cameraHint}`)
  if (login && !isPasswordGiven)
    lines.push(`First login: account ${login.account}, one-time password ${login.password}`)
  if (isClockBehind(ready)) lines.push(clockHint(ready))
  return `${lines.join('\n')}\n`
}

function boxOf(ready: Ready): string {
  const { addresses, login, isPasswordGiven, isNew, dataFolder } = ready
  const { first, network, isNetworkWithoutCamera } = addresses
  const rows: [label: string, text: string][] = [['Open', first]]
  if (network) rows.push(['Elsewhere', `${network} from other machines`])
  if (isNetworkWithoutCamera)
    rows.push(['', network ? 'without a camera' : 'No camera works at this address.'], ['', cameraHint])
  if (login && !isPasswordGiven)
    rows.push(['Sign in', `account ${login.account}`], ['', `one-time password ${login.password}`])
  else if (isNew && isPasswordGiven) rows.push(['Sign in', 'account admin, with GATEHOUSE_ADMIN_PASSWORD'])
  else if (isNew)
    rows.push(['Sign in', 'account admin; the one-time password is in'], ['', join(dataFolder, firstLoginFile)])
  if (isClockBehind(ready)) rows.push(['Clock', clockHint(ready)])
  rows.push(['Next', isNew ? 'Start the 30-day trial, sign in, and choose a password.' : 'Sign in with your account.'])
  return box([
    'Gatehouse is ready',
    '',
    ...rows.map(([label, text]) => `${label.padEnd(11)}${text}`),
    '',
    'Ctrl+C ends',
  ])
}

function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map(({ length }) => length))
  const bar = '─'.repeat(width + 4)
  return ['', `┌${bar}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${bar}┘`, ''].join('\n').concat('\n')
}

/** Ctrl+C has ended everything. */
export const farewell = '\nGatehouse has ended. Started again, it goes on with the same data.\n'
