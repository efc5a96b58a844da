import type { TimelineEntry } from '@gatehouse/contract/features/people/timeline.ts'
import { describe, expect, it } from 'vitest'
import { bodyOfUndo, undoableChanges } from './undo-change.ts'

function change(id: string, event: string, fields: string[] = [], module = 'staff'): TimelineEntry {
  const operator = { kind: 'account' as const, id: 'operator', name: 'Ingrid' }
  return { kind: 'changes', id, at: '2026-11-27T09:00:00Z', change: { operator, module, event, remark: null, fields } }
}
const standing = (entries: TimelineEntry[], isSuspended = false, keptId: string | null = null) =>
  Object.fromEntries(undoableChanges(entries, { isSuspended }, keptId))

describe('which entries of a timeline can be taken back, the newest first', () => {
  it('a change of fields, until one of them was changed again', () => {
    const entries = [
      change('c', 'update', ['name']),
      change('b', 'update', ['position']),
      change('a', 'update', ['name']),
    ]
    expect(standing(entries)).toEqual({ c: 'undoable', b: 'undoable' })
  })
  it('a change of numbers, which the log masks, while the server keeps their old values; else the line says why not', () => {
    const entries = [change('b', 'update', ['name', 'phone', 'pin']), change('a', 'update', ['idNumber'])]
    expect(standing(entries, false, 'b')).toEqual({ b: 'undoable', a: 'values' })
    expect(standing(entries)).toEqual({ b: 'values', a: 'values' })
  })
  it('no change of a picture, which is deleted once it is replaced', () => {
    expect(standing([change('a', 'update', ['portraitId', 'name'])])).toEqual({ a: 'picture' })
  })
  it('a change of several people at once while the server keeps it, and none of the same fields before it', () => {
    const entries = [change('c', 'assign-groups'), change('b', 'move'), change('a', 'update', ['groups'])]
    expect(standing(entries, false, 'c')).toEqual({ c: 'undoable', b: 'many' })
    expect(standing([change('b', 'move'), change('a', 'update', ['name'])])).toEqual({ b: 'many', a: 'undoable' })
    const ofVisitor = [
      change('c', 'extend', [], 'visitor'),
      change('b', 'group', [], 'visitor'),
      change('a', 'update', ['validToAt'], 'visitor'),
    ]
    expect(standing(ofVisitor, false, 'c')).toEqual({ c: 'undoable', b: 'many' })
  })
  it('the suspension that holds, and none that was ended', () => {
    expect(standing([change('a', 'suspend', [], 'person')], true)).toEqual({ a: 'undoable' })
    expect(standing([change('b', 'resume', [], 'person'), change('a', 'suspend', [], 'person')])).toEqual({})
    expect(standing([change('a', 'suspend', [], 'person')])).toEqual({})
  })
  it('nothing of a line without fields, of creating or of the blacklist', () => {
    expect(
      standing([change('a', 'create'), change('b', 'update'), change('c', 'update', ['name'], 'blacklist')]),
    ).toEqual({})
  })
})

describe('the body that takes a change back', () => {
  const department = { id: 'd1', number: 1, name: 'Lab', path: 'Works/Lab' }
  const now = {
    name: 'Mina Castro',
    department,
    groups: [
      { id: 'g2', name: 'B' },
      { id: 'g1', name: 'A' },
    ],
    leavingOn: null,
  }
  it('has the old values, and the ids of things with names', () => {
    const changes = {
      name: { from: 'Mina', to: 'Mina Castro' },
      department: { from: null, to: department },
      groups: {
        from: [{ id: 'g1', name: 'A' }],
        to: [
          { id: 'g1', name: 'A' },
          { id: 'g2', name: 'B' },
        ],
      },
      leavingOn: { from: '2026-12-01', to: null },
    }
    expect(bodyOfUndo(changes, now)).toEqual({
      name: 'Mina',
      departmentId: null,
      groupIds: ['g1'],
      leavingOn: '2026-12-01',
    })
  })
  it('is none once a field has another value', () => {
    expect(bodyOfUndo({ name: { from: 'Mina', to: 'Mina C.' } }, now)).toBeUndefined()
    expect(bodyOfUndo({ groups: { from: [], to: [{ id: 'g1', name: 'A' }] } }, now)).toBeUndefined()
  })
})
