export const menu = {
  title: 'Main menu',
  groups: {
    live: 'Live',
    dashboard: 'Console',
    device: 'Devices',
    personnel: 'Personnel',
    access: 'Access',
    attendance: 'Attendance',
    upgrade: 'Upgrade',
    enterprise: 'Enterprise',
  },
} as const
