export const dashboard = {
  purpose: 'What is set up here, and what comes next.',
  hello: '{name}, welcome',
  steps: {
    title: 'First steps',
    done: 'Done',
    todo: 'To do',
    device: {
      title: 'Add a device',
      text: 'Pair a terminal with a six-character code.',
      done_one: '{count} device, {online} online',
      done_other: '{count} devices, {online} online',
      action: 'Add a device',
      open: 'Open the devices',
    },
    staff: {
      title: 'Add a person',
      text: 'Name, department and one portrait. Devices know them within seconds.',
      done_one: '{count} member of staff',
      done_other: '{count} members of staff',
      action: 'Add a person',
      open: 'Open the staff',
    },
    records: {
      title: 'See who comes',
      text: 'Every recognition appears here with its picture, without a reload.',
      done: 'The latest: {at}',
      action: 'Open the records',
    },
  },
  nothing: 'Your role has no first steps here. Use the menu.',
} as const
