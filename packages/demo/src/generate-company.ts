import { type SeededRandom, createSeededRandom } from './seeded-random.ts'

/** The departments as a tree, with their share of 300 people and their positions. */
export const departments = [
  { name: 'Riverside Instruments', above: null, people: 0, positions: ['Director'] },
  { name: 'Management', above: 'Riverside Instruments', people: 8, positions: ['Director', 'Assistant'] },
  { name: 'Research', above: 'Riverside Instruments', people: 0, positions: ['Engineer'] },
  { name: 'Optics', above: 'Research', people: 28, positions: ['Optical engineer', 'Physicist'] },
  { name: 'Electronics', above: 'Research', people: 30, positions: ['Electronics engineer', 'Layout engineer'] },
  { name: 'Firmware', above: 'Research', people: 34, positions: ['Software engineer', 'Test engineer'] },
  { name: 'Test laboratory', above: 'Research', people: 18, positions: ['Laboratory engineer', 'Technician'] },
  { name: 'Production', above: 'Riverside Instruments', people: 0, positions: ['Foreman'] },
  { name: 'Assembly', above: 'Production', people: 52, positions: ['Assembler', 'Foreman'] },
  { name: 'Calibration', above: 'Production', people: 24, positions: ['Calibration technician'] },
  { name: 'Warehouse', above: 'Production', people: 20, positions: ['Storekeeper', 'Driver'] },
  { name: 'Sales and service', above: 'Riverside Instruments', people: 0, positions: ['Manager'] },
  { name: 'Sales', above: 'Sales and service', people: 26, positions: ['Sales manager', 'Account manager'] },
  { name: 'Customer service', above: 'Sales and service', people: 22, positions: ['Service engineer', 'Coordinator'] },
  { name: 'Administration', above: 'Riverside Instruments', people: 0, positions: ['Manager'] },
  { name: 'Personnel', above: 'Administration', people: 8, positions: ['Personnel officer'] },
  { name: 'Finance', above: 'Administration', people: 12, positions: ['Accountant', 'Controller'] },
  { name: 'IT', above: 'Administration', people: 10, positions: ['System administrator'] },
  { name: 'Facilities', above: 'Administration', people: 8, positions: ['Guard', 'Receptionist'] },
] as const satisfies readonly {
  name: string
  above: string | null
  people: number
  positions: readonly string[]
}[]
export type DepartmentName = (typeof departments)[number]['name']

export type Employee = {
  /** On the badge, and in the job id. */
  number: number
  name: string
  department: DepartmentName
  position: string
  phone: string
  email: string
  jobId: string
  entryOn: string
  birthdayOn: string
  staffType: 'employee' | 'intern'
}

export type Guest = { number: number; name: string; company: string; purpose: string; fromDay: number; toDay: number }

export type Company = {
  employees: readonly Employee[]
  /** Their periods in days from today. */
  guests: readonly Guest[]
  /** Not to be let in, with why. */
  banned: readonly { number: number; name: string; reason: string }[]
  /** Away since the demo was made, for so many days. The product knows no leave: doors refuse them until they are back, with this reason. */
  leaves: readonly { number: number; reason: string; days: number }[]
}

/** A few employees from all departments are there when the console can be used; the others follow. */
export const isFirst = ({ number }: Pick<Employee, 'number'>): boolean => number % 6 === 0

const given = [
  'Amara',
  'Anna',
  'Arjun',
  'Beatrice',
  'Carlos',
  'Chloe',
  'Daniel',
  'Divya',
  'Elena',
  'Emil',
  'Farah',
  'Felix',
  'Grace',
  'Hana',
  'Henrik',
  'Ines',
  'Ivan',
  'Jamal',
  'Joana',
  'Kai',
  'Karin',
  'Kenji',
  'Laila',
  'Leon',
  'Lucia',
  'Marek',
  'Maya',
  'Mina',
  'Nadia',
  'Nils',
  'Noor',
  'Olga',
  'Oscar',
  'Paula',
  'Pedro',
  'Priya',
  'Rafael',
  'Rosa',
  'Samir',
  'Sofia',
  'Tariq',
  'Theo',
  'Uma',
  'Vera',
  'Viktor',
  'Wanda',
  'Yara',
  'Yusuf',
  'Zoe',
]
const family = [
  'Abbas',
  'Almeida',
  'Bauer',
  'Bennett',
  'Castro',
  'Clarke',
  'Costa',
  'Dahl',
  'Diaz',
  'Ekström',
  'Fischer',
  'Ford',
  'Grant',
  'Haddad',
  'Hale',
  'Iyer',
  'Jansen',
  'Kapoor',
  'Keller',
  'Kowal',
  'Lindqvist',
  'Lopez',
  'Marsh',
  'Mehta',
  'Mori',
  'Nair',
  'Novak',
  'Okafor',
  'Olsen',
  'Park',
  'Patel',
  'Quinn',
  'Rahman',
  'Reyes',
  'Rossi',
  'Sato',
  'Silva',
  'Tanaka',
  'Torres',
  'Ueda',
  'Vargas',
  'Weber',
  'Yilmaz',
  'Zeman',
]
const familyZh = [...'陈林黄张李王吴刘蔡杨许郑谢郭洪曾邱廖赖周叶苏'] as const
const givenZh = [
  '伟明',
  '雅婷',
  '志远',
  '佳怡',
  '俊杰',
  '思涵',
  '建国',
  '晓雯',
  '文博',
  '欣妍',
  '子轩',
  '丽华',
  '浩然',
  '雨桐',
  '嘉豪',
  '静怡',
  '明哲',
  '诗琪',
  '国强',
  '美玲',
  '宇航',
  '梦瑶',
  '家铭',
  '慧敏',
  '少华',
  '若曦',
]

/** A name that nobody else here has; invented from common parts. */
function nameMaker(chance: SeededRandom) {
  const taken = new Set<string>()
  return () => {
    for (;;) {
      const name = chance.happens(0.4)
        ? `${chance.pick(familyZh)}${chance.pick(givenZh)}`
        : `${chance.pick(given)} ${chance.pick(family)}`
      if (!taken.has(name) && taken.add(name)) return name
    }
  }
}

/** Somebody at this share of those who are there from the first moment; in a small company the first of them alone. */
const leaveShares = [
  { share: 0.13, reason: 'Parental leave', days: 63 },
  { share: 0.75, reason: 'Sabbatical', days: 34 },
] as const

function leavesOf(employees: readonly Employee[]): Company['leaves'] {
  const first = employees.filter(isFirst)
  const byNumber = new Map<number, Company['leaves'][number]>()
  for (const { share, ...leave } of leaveShares) {
    const number = first[Math.floor(first.length * share)]?.number
    if (number !== undefined && !byNumber.has(number)) byNumber.set(number, { number, ...leave })
  }
  return [...byNumber.values()]
}

export const isOnLeave = ({ leaves }: Company, number: number): boolean =>
  leaves.some((leave) => leave.number === number)

const guestCompanies = [
  'Harbour Logistics',
  'Northlight Optics',
  'Bluefield Audit',
  'Kestrel Cleaning',
  'Orchard Foods',
] as const
const purposes = ['Maintenance', 'Audit', 'Supplier meeting', 'Interview', 'Training'] as const

/** The company of so many people: the same at every call. Nobody in it exists. */
export function generateCompany(size: number): Company {
  const chance = createSeededRandom('Riverside Instruments')
  const newName = nameMaker(chance)
  const slots = departments.flatMap((department) => Array.from({ length: department.people }, () => department))
  const employees = Array.from({ length: size }, (_, index): Employee => {
    const department = slots[Math.floor((index * slots.length) / size)] ?? departments[0]
    const number = index + 1
    const four = String(number).padStart(4, '0')
    return {
      number,
      name: newName(),
      department: department.name,
      jobId: `R${four}`,
      position: chance.pick<string>(department.positions),
      phone: `1380013${four}`,
      email: `r${four}@riverside.example`,
      entryOn: `${chance.between(2012, 2025)}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`,
      birthdayOn: `${chance.between(1966, 2003)}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`,
      staffType: chance.happens(0.06) ? 'intern' : 'employee',
    }
  })
  const guests = Array.from({ length: Math.max(3, Math.round(size / 12)) }, (_, index): Guest => {
    const [fromDay, toDay] = periodOf(index, chance)
    return {
      number: 2000 + index,
      name: newName(),
      fromDay,
      toDay,
      company: chance.pick<string>(guestCompanies),
      purpose: chance.pick<string>(purposes),
    }
  })
  const banned = [
    'Threatened a colleague.',
    'Took instruments from the laboratory.',
    'Lent the badge to strangers.',
  ].map((reason, index) => ({ number: 3000 + index, name: newName(), reason }))
  return { employees, guests, banned, leaves: leavesOf(employees) }
}

/** Contractors who come for weeks, visitors of these days, some to come, some gone. */
function periodOf(index: number, chance: SeededRandom): [number, number] {
  const kind = index % 4
  if (kind === 0) return [-chance.between(30, 70), chance.between(20, 60)]
  if (kind === 1) return [0, chance.between(1, 3)]
  if (kind === 2) return [chance.between(1, 9), chance.between(10, 14)]
  return [-chance.between(8, 20), -chance.between(1, 7)]
}

const two = (number: number) => String(number).padStart(2, '0')
