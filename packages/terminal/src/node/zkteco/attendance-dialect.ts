import { keepPhoto } from './keep-photo.ts'
import {
  bytesOf,
  clockOf,
  piecesOf,
  readDate,
  secondsOf,
  setClock,
  setLocal,
  timeText,
  type ZkAlarm,
  type ZkContext,
  type ZkDialect,
  type ZkUpload,
} from './zk-context.ts'

const cdata = ({ serialNumber }: ZkContext, table: string): string =>
  `/iclock/cdata?SN=${serialNumber}&table=${table}&Stamp=9999`

/** The attendance dialect (`DeviceType=att`). */
export const attendanceDialect: ZkDialect = {
  async handshake(context) {
    const { serialNumber, send, state, model, mac, faults } = context
    const language = faults.isChinese ? 83 : 69
    const declared = faults.hidesDialect ? '' : `&language=${language}&pushver=2.4.1&DeviceType=att`
    const { status, text, date } = await send({
      method: 'GET',
      path: `/iclock/cdata?SN=${serialNumber}&options=all${declared}&PushOptionsFlag=1&pushcommkey=c0ffee${serialNumber}`,
    })
    // Options of the other dialect mean nothing to it, and it goes on.
    if (faults.hidesDialect && status === 200 && text.startsWith('registry=ok')) return true
    if (status !== 200 || !text.startsWith('GET OPTION FROM:')) return false
    const zone = Number(/^TimeZone=(-?\d+)\r?$/m.exec(text)?.[1] ?? '0')
    state.zoneMinutes = Math.abs(zone) > 60 ? zone : zone * 60
    const serverMs = readDate(date)
    if (serverMs !== undefined) setClock(context, serverMs)
    const options = `~DeviceName=${model},MAC=${mac},FWVersion=${state.firmware},UserCount=${state.people.size},~MaxUserCount=100,FaceFunOn=1,FaceVersion=58,BioPhotoFun=1,SubcontractingUpgradeFunOn=${context.fetchesWhole ? 0 : 1}`
    await send({ method: 'POST', path: cdata(context, 'options'), body: Buffer.from(options) })
    return true
  },

  uploadsOf(context, { pin, at, photo, index }) {
    const [first, second] = context.faults.swapsColumns ? [timeText(at), pin] : [pin, timeText(at)]
    const row = [first, second, pin === '' ? 255 : 0, 15, 0, 0, 0, 0, '0.0', '0', index].join('\t')
    const uploads: ZkUpload[] = [{ path: cdata(context, 'ATTLOG'), body: Buffer.from(`${row}\n`) }]
    if (photo) uploads.push({ path: cdata(context, 'ATTPHOTO'), body: photoBody(context, pin, at, photo) })
    return uploads
  },

  alarm(context, alarm) {
    return [
      {
        path: cdata(context, 'OPERLOG'),
        body: Buffer.from(`OPLOG 3\t0\t${timeText(clockOf(context))}\t${alarmNumbers[alarm]}\t0\t0\t0\n`),
      },
    ]
  },

  operated: (context, code, operator) => [
    {
      path: cdata(context, 'OPERLOG'),
      body: Buffer.from(`OPLOG ${code}\t${operator}\t${timeText(clockOf(context))}\t0\t0\t0\t0\n`),
    },
  ],

  doorStates: () => [],

  enrolled(context, pin, name, photo) {
    const content = photo.toString('base64')
    const rows = [
      `USER PIN=${pin}\tName=${name}\tPri=0\tPasswd=\tCard=\tGrp=1\tTZ=0000000000000000\tVerify=-1\tViceCard=`,
      `BIOPHOTO PIN=${pin}\tFileName=${pin}.jpg\tType=9\tSize=${content.length}\tContent=${content}`,
    ]
    return [{ path: cdata(context, 'OPERLOG'), body: bytesOf(context, `${rows.join('\n')}\n`) }]
  },

  obey(context, command) {
    const [, words = '', rest = ''] =
      /^(DATA (?:UPDATE|DELETE|QUERY) \w+|SET OPTION|CLEAR (?:ALL )?\w+|\S+)(?: (.*))?$/s.exec(command) ?? []
    const code = actOn(context, words, piecesOf(rest))
    const uploads: ZkUpload[] =
      words === 'DATA QUERY USERINFO'
        ? [{ path: cdata(context, 'OPERLOG'), body: bytesOf(context, everybody(context)) }]
        : words === 'DATA QUERY ATTLOG'
          ? recorded(context, piecesOf(rest)).flatMap((passage) => this.uploadsOf(context, passage).slice(0, 1))
          : []
    return { code, word: words.startsWith('DATA') ? 'DATA' : words, uploads }
  },
}

const alarmNumbers: Record<ZkAlarm, number> = { tamper: 55, forced: 54, held: 54, none: 65_535 }

function photoBody({ serialNumber }: ZkContext, pin: string, at: number, photo: Buffer): Buffer {
  const name = `${timeText(at).replaceAll(/\D/g, '')}${pin === '' ? '' : `-${pin}`}.jpg`
  return Buffer.concat([Buffer.from(`PIN=${name}\nSN=${serialNumber}\nsize=${photo.length}\nCMD=uploadphoto\0`), photo])
}

const everybody = ({ state }: ZkContext) =>
  [...state.people]
    .map(([pin, { name, card }]) => `USER PIN=${pin}\tName=${name}\tPri=0\tPasswd=\tCard=${card}\tGrp=1\n`)
    .join('')

/** The records between two local times. */
function recorded({ state }: ZkContext, pieces: Map<string, string>) {
  const [from = '', to = ''] = [pieces.get('starttime'), pieces.get('endtime')]
  return state.log.filter(({ at }) => timeText(at) >= from && timeText(at) <= to)
}

/** Gives the code of the answer. */
function actOn(context: ZkContext, words: string, pieces: Map<string, string>): number {
  const { state } = context
  const pin = pieces.get('pin') ?? ''
  switch (words) {
    case 'DATA UPDATE USERINFO':
      if (!/^\d{1,9}$/.test(pin)) return -1
      if (state.keepsPasswords && pieces.get('passwd') === '') return -1002
      state.people.set(pin, {
        name: pieces.get('name') ?? '',
        card: pieces.get('card') ?? '',
        zone: pieces.get('tz') ?? '',
        until: pieces.get('enddatetime') ?? '',
        isBarred: false,
        // Without the field the row takes nothing away.
        password: pieces.get('passwd') ?? state.people.get(pin)?.password ?? '',
      })
      return 0
    case 'DATA DELETE USERINFO':
      if (state.keepsPeople) return -3
      state.photos.delete(pin)
      return state.people.delete(pin) ? 0 : -10
    case 'DATA UPDATE BIOPHOTO':
      return keepPhoto(state, pin, pieces)
    case 'DATA DELETE BIOPHOTO':
      state.photos.delete(pin)
      return 0
    case 'DATA UPDATE AccTimeZone':
      state.zones.set(pieces.get('uid') ?? '', [...pieces.values()].slice(1).join(' '))
      return 0
    case 'DATA UPDATE AccHoliday':
      if (state.hasNoHolidays) return -1004
      state.holidays.set(pieces.get('uid') ?? '', {
        from: pieces.get('startdate') ?? '',
        to: pieces.get('enddate') ?? '',
        zone: pieces.get('timezone') ?? '',
      })
      return 0
    case 'DATA UPDATE AccGroup':
      if (pieces.get('validholiday') === '1') state.observing.add(pieces.get('id') ?? '')
      else state.observing.delete(pieces.get('id') ?? '')
      return 0
    case 'DATA QUERY USERINFO':
    case 'DATA QUERY ATTLOG':
    case 'SET OPTION':
      if (pieces.has('datetime')) setLocal(context, secondsOf(Number(pieces.get('datetime'))))
      return 0
    case 'CLEAR BIODATA':
      state.photos.clear()
      return 0
    case 'CLEAR ALL USERINFO':
      if (state.keepsPeople) return -3
      state.people.clear()
      return 0
    case 'CHECK':
      return 0
    case 'AC_UNLOCK':
    case 'AC_UNALARM':
    case 'REBOOT':
      state.acts.push(words)
      return 0
    default:
      return -1002
  }
}
