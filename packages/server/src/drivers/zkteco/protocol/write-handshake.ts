import { oneLine } from './write-command.ts'

export type Handshake = {
  serialNumber: string
  /** From `attendanceZone`. */
  zone: string
  /** Of each device another: after a restart they do not all come back in one second. */
  errorDelay: number
  /** The highest version of the terminal; the lower version of both is used. */
  version: string | undefined
  pollSeconds: number
}

/** Below the version with the makers' own encryption, whose keys nobody else has. */
const maxAttendanceVersion = '2.4.1'
const maxAccessVersion = '3.0.1'

const lower = (offered: string | undefined, ours: string) => {
  if (offered === undefined || !/^\d{1,3}(\.\d{1,3}){1,3}$/.test(offered)) return ours
  return offered.localeCompare(ours, 'en', { numeric: true }) < 0 ? offered : ours
}

const unasked = [
  'AttLog',
  'OpLog',
  'AttPhoto',
  'EnrollUser',
  'ChgUser',
  'EnrollFP',
  'ChgFP',
  'FACE',
  'UserPic',
  'BioPhoto',
]

/** Options of an attendance terminal. A stamp of `None` asks for nothing again: it keeps its own position. */
export const writeAttendanceOptions = ({ serialNumber, zone, errorDelay, version, pollSeconds }: Handshake): string =>
  [
    `GET OPTION FROM: ${oneLine(serialNumber)}`,
    ...['ATTLOG', 'OPERLOG', 'ATTPHOTO', 'BIODATA', 'ERRORLOG'].map((table) => `${table}Stamp=None`),
    `ErrorDelay=${errorDelay}`,
    `Delay=${pollSeconds}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    `TransFlag=TransData ${unasked.join('\t')}`,
    `TimeZone=${zone}`,
    'Realtime=1',
    'Encrypt=None',
    `ServerVer=${maxAttendanceVersion}`,
    `PushProtVer=${lower(version, maxAttendanceVersion)}`,
    'PushOptionsFlag=1',
    'PushOptions=FingerFunOn,FaceFunOn,MultiBioDataSupport,MultiBioPhotoSupport',
    'ATTPHOTOBase64=0',
    'MultiBioDataSupport=0:1:1:0:0:0:0:1:1:1',
    'MultiBioPhotoSupport=0:0:0:0:0:0:0:0:0:1',
    '',
  ].join('\n')

/** Configuration of an access terminal that has registered. Some send no photographs without the two `Fun` lines. */
export const writeAccessConfiguration = (
  { errorDelay, version, pollSeconds }: Handshake,
  { registryCode, sessionId }: { registryCode: string; sessionId: string },
): string =>
  [
    'registry=ok',
    `RegistryCode=${registryCode}`,
    `ServerVersion=${maxAccessVersion}`,
    'ServerName=Gatehouse',
    `PushProtVer=${lower(version, maxAccessVersion)}`,
    `ErrorDelay=${errorDelay}`,
    `RequestDelay=${pollSeconds}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    'TransTables=User Transaction',
    'Realtime=1',
    `SessionID=${sessionId}`,
    'TimeoutSec=10',
    'BioPhotoFun=1',
    'BioDataFun=1',
    'MultiBioDataSupport=0:1:1:0:0:0:0:1:1:1',
    'MultiBioPhotoSupport=0:0:0:0:0:0:0:0:0:1',
    '',
  ].join('\n')
