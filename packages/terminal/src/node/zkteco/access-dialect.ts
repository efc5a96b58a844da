import { createHash } from 'node:crypto'
import { keepPhoto } from './keep-photo.ts'
import {
  bytesOf,
  clockOf,
  piecesOf,
  secondsOf,
  setClock,
  setLocal,
  timeText,
  type ZkAlarm,
  type ZkContext,
  type ZkDialect,
  type ZkUpload,
} from './zk-context.ts'

const pathOf = ({ serialNumber }: ZkContext, call: string, more = ''): string =>
  `/iclock/${call}?SN=${serialNumber}${more}`

/** The access dialect (`DeviceType=acc`): it registers at every connection before it is configured. */
export const accessDialect: ZkDialect = {
  async handshake(context) {
    const { send, state, serialNumber, faults } = context
    state.token = ''
    const first = await send({ method: 'GET', path: pathOf(context, 'cdata', '&pushver=3.1.2&options=all') })
    if (first.status !== 200) return false
    const registered = await send({
      method: 'POST',
      path: pathOf(context, 'registry'),
      body: bytesOf(context, factsOf(context)),
    })
    const code = /RegistryCode=(\w{1,32})/.exec(registered.text)?.[1]
    if (registered.status !== 200 || code === undefined) return false
    state.registryCode = code
    const configured = await send({ method: 'POST', path: pathOf(context, 'push'), body: Buffer.from('') })
    if (!/^registry=ok/m.test(configured.text)) return false
    const session = /^SessionID=(\w+)/m.exec(configured.text)?.[1] ?? ''
    if (!faults.hidesToken) state.token = createHash('md5').update(`${code}${serialNumber}${session}`).digest('hex')
    await send({
      method: 'POST',
      path: pathOf(context, 'cdata', '&table=options'),
      body: Buffer.from(factsOf(context)),
    })
    const { text } = await send({ method: 'GET', path: pathOf(context, 'rtdata', '&type=time') })
    const [, code2 = '', sign = '+', hours = '0', minutes = '0'] =
      /DateTime=(\d+),ServerTZ=([+-])(\d\d):?(\d\d)/.exec(text) ?? []
    if (code2 === '') return true
    state.zoneMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
    setClock(context, secondsOf(Number(code2)))
    return true
  },

  uploadsOf(context, { pin, at, event, photo, door, index, isOut }) {
    const row = `time=${timeText(at)}\tpin=${pin === '' ? 0 : pin}\tcardno=0\tsitecode=0\tlinkid=0\teventaddr=${door}\tevent=${event}\tinoutstatus=${isOut ? 1 : 0}\tverifytype=15\tindex=${index}`
    const uploads: ZkUpload[] = [{ path: pathOf(context, 'cdata', '&table=rtlog'), body: Buffer.from(`${row}\r\n`) }]
    if (!photo) return uploads
    const content = photo.toString('base64')
    const name = `${timeText(at).replaceAll(/\D/g, '')}${pin === '' ? '' : `-${pin}`}.jpg`
    const body = Buffer.from(
      `ATTPHOTO pin=${name}\tsn=${context.serialNumber}\tsize=${content.length}\tphoto=${content}\n`,
    )
    return [...uploads, { path: pathOf(context, 'cdata', '&table=tabledata&tablename=ATTPHOTO&count=1'), body }]
  },

  alarm(context, alarm, door) {
    const alarms = Array.from({ length: 8 }, (_, at) => (at + 1 === door ? alarmBits[alarm] : '00')).join('')
    return [stateUpload(context, alarms)]
  },

  operated: () => [],

  doorStates: (context) => [stateUpload(context, '00'.repeat(8))],

  enrolled(context, pin, name, photo) {
    const content = photo.toString('base64')
    return [
      {
        path: pathOf(context, 'cdata', '&table=tabledata&tablename=user&count=1'),
        body: bytesOf(
          context,
          `user uid=1\tcardno=\tpin=${pin}\tpassword=\tgroup=1\tstarttime=0\tendtime=0\tname=${name}\tprivilege=0\tdisable=0\tverify=0\n`,
        ),
      },
      {
        path: pathOf(context, 'cdata', '&table=tabledata&tablename=biophoto&count=1'),
        body: Buffer.from(
          `biophoto pin=${pin}\tfilename=${pin}.jpg\ttype=9\tsize=${content.length}\tcontent=${content}\n`,
        ),
      },
    ]
  },

  obey(context, command, id) {
    const [, words = '', rest = ''] =
      /^(DATA (?:UPDATE|DELETE|QUERY|COUNT) \w+|SET OPTIONS|GET OPTIONS|CONTROL DEVICE|\S+)(?:[ =](.*))?$/s.exec(
        command,
      ) ?? []
    const table = words === 'DATA QUERY tablename' ? (/^\w+/.exec(rest)?.[0] ?? '') : ''
    const rows = table === 'user' ? everybody(context) : table === 'transaction' ? recorded(context) : []
    const code = table === '' ? actOn(context, words, rest) : rows.length
    return {
      code,
      word: words
        .split(' ')
        .slice(0, words.startsWith('DATA') ? 2 : 9)
        .join(' '),
      uploads:
        words === 'GET OPTIONS'
          ? [optionsUpload(context, rest)]
          : table === ''
            ? []
            : [tableUpload(context, { id, table, rows })],
    }
  },
}

function optionsUpload(context: ZkContext, names: string): ZkUpload {
  const told = names.split(',').flatMap((name) => {
    const value = context.state.options.get(name)
    return value === undefined ? [] : [`${name}=${value}`]
  })
  const path = pathOf(context, 'querydata', `&type=options&tablename=options&count=${told.length}&packcnt=1&packidx=1`)
  return { path, body: Buffer.from(told.join(',')) }
}

/** Two bits of each door, the first door lowest: 01 closed, 10 open. */
function stateUpload(context: ZkContext, alarms: string): ZkUpload {
  const { state, doors } = context
  const bits = Array.from({ length: doors }, (_, at) => (state.openDoors.has(at + 1) ? 2 : 1) * 4 ** at).reduce(
    (sum, one) => sum + one,
    0,
  )
  // The byte of the first four doors stands first.
  const sensor = [bits & 255, bits >> 8].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const row = `time=${timeText(clockOf(context))}\tsensor=${sensor}\trelay=00\talarm=${alarms}\n`
  return { path: pathOf(context, 'cdata', '&table=rtstate'), body: Buffer.from(row) }
}

const tableUpload = (
  context: ZkContext,
  { id, table, rows }: { id: string; table: string; rows: readonly string[] },
): ZkUpload => ({
  path: pathOf(
    context,
    'querydata',
    `&type=tabledata&cmdid=${id}&tablename=${table}&count=${rows.length}&packcnt=1&packidx=1`,
  ),
  body: bytesOf(context, rows.join('\r\n')),
})

const everybody = ({ state }: ZkContext) =>
  [...state.people].map(
    ([pin, { name, card }], at) =>
      `user uid=${at + 1}\tcardno=${card === '' ? 0 : card}\tpin=${pin}\tpassword=\tgroup=0\tstarttime=0\tendtime=0\tname=${name}\tprivilege=0\tdisable=0\tverify=0`,
  )

const recorded = ({ state }: ZkContext) =>
  state.log.map(
    ({ pin, at, event, door, index }) =>
      `transaction cardno=0\tpin=${pin === '' ? 0 : pin}\tverified=15\tdoorid=${door}\teventtype=${event}\tinoutstate=0\ttime_second=${codeOf(at)}\tindex=${index}\tsitecode=0\tdevid=1`,
  )

/** The documents' number of a moment of its own clock. */
function codeOf(at: number): number {
  const { year, month, day, hour, minute, second } =
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC')
  return ((year - 2000) * 372 + (month - 1) * 31 + day - 1) * 86_400 + (hour * 60 + minute) * 60 + second
}

/** Bits of one door: forced open, tamper, held open. */
const alarmBits: Record<ZkAlarm, string> = { forced: '01', tamper: '02', held: '10', none: '00' }

const writingFacts = ['LockCount', 'DateFmtFunOn']

const factsOf = ({ model, mac, serialNumber, faults, state, fetchesWhole }: ZkContext) =>
  [
    'DeviceType=acc',
    `~DeviceName=${model}`,
    `FirmVer=${state.firmware}`,
    'PushVersion=Ver 3.1.2',
    `MAC=${mac}`,
    `IPAddress=10.0.0.8`,
    'CommType=ethernet',
    ...(faults.tellsLate ? [] : writingFacts.map((name) => `${name}=${state.options.get(name)}`)),
    'MachineType=101',
    '~MaxUserCount=300',
    'FaceFunOn=1',
    'StringPinFunOn=0',
    `SubcontractingUpgradeFunOn=${fetchesWhole ? 0 : 1}`,
    `authKey=${createHash('md5').update(serialNumber).digest('hex')}`,
  ].join(',')

function actOn(context: ZkContext, words: string, rest: string): number {
  const { state } = context
  const pieces = piecesOf(rest)
  const pin = pieces.get('pin') ?? ''
  switch (words) {
    case 'DATA UPDATE user':
      if (!/^[1-9]\d{0,8}$/.test(pin)) return -101
      if (state.keepsPasswords && pieces.get('password') === '') return -1002
      state.people.set(pin, {
        name: pieces.get('name') ?? '',
        card: pieces.get('cardno') ?? '',
        zone: '',
        until: pieces.get('endtime') ?? '',
        isBarred: pieces.get('disable') === '1',
        password: pieces.get('password') ?? state.people.get(pin)?.password ?? '',
      })
      return 0
    case 'DATA DELETE user':
      if (state.keepsPeople) return -12
      if (rest === '*') state.people.clear()
      else state.people.delete(pin)
      return 0
    case 'DATA UPDATE userauthorize':
      if (!state.people.has(pin)) return -101
      if (pieces.get('authorizetimezoneid') !== '0') {
        const doors = Number(pieces.get('authorizedoorid'))
        state.rights.set(pin, (state.rights.get(pin) ?? 0) | doors)
        state.rightRows.set(pin, [...(state.rightRows.get(pin) ?? []), `${pieces.get('authorizetimezoneid')}:${doors}`])
      }
      return 0
    case 'DATA DELETE userauthorize':
      for (const one of rest === '*' ? [...state.rights.keys()] : [pin]) {
        state.rights.delete(one)
        state.rightRows.delete(one)
      }
      return 0
    case 'DATA UPDATE biophoto':
      return keepPhoto(state, pin, pieces)
    case 'DATA DELETE biophoto':
      if (rest === '*') state.photos.clear()
      else state.photos.delete(pin)
      return 0
    case 'DATA UPDATE timezone':
      state.zones.set(pieces.get('timezoneid') ?? '', [...pieces.values()].slice(1).join(' '))
      return 0
    case 'DATA UPDATE holiday':
    case 'DATA DELETE holiday':
    case 'SET OPTIONS':
      for (const piece of rest.split(',')) {
        const [name = '', value = ''] = piece.split('=')
        if (name === 'DateTime') setLocal(context, secondsOf(Number(value)))
        else if (state.options.has(name) && !context.ignoresOptions) state.options.set(name, value)
      }
      return 0
    case 'GET OPTIONS':
      return 0
    case 'CONTROL DEVICE':
      // It has no door 0.
      if (!/^(?:[\dA-F]{2}){4,5}$/i.test(rest) || /^(?:00|0[12]00)/.test(rest)) return -13
      state.acts.push(rest)
      return 0
    default:
      return -708
  }
}
