import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import type { LockdownKind } from '@gatehouse/contract/features/lockdown.ts'
import './lockdown.css'

/** A closed lock on ink, or an open one in a dashed frame: told apart by shape, not by colour alone. */
export const LockdownMark = ({ kind }: { kind: LockdownKind }) => (
  <span className="lockdown-mark" data-kind={kind} aria-hidden="true">
    {kind === 'lockdown' ? <LockOutlined /> : <UnlockOutlined />}
  </span>
)
