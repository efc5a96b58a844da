-- Makes of terminals whose protocol protects little; one without a row was never switched on.
create table device_make (
  make text primary key,
  is_on boolean not null
);

alter table device
  -- Its calls are taken only from here; null: from everywhere. For makes whose devices prove nothing.
  add column source_network text,
  -- The address before the last change, so that somebody who looks sees that it moved.
  add column previous_ip text,
  add column ip_changed_at timestamptz;

-- What a device and the server said to each other last: words and numbers of people, no names, cards or faces.
create table device_exchange (
  id uuid primary key default uuidv7(),
  device_id uuid not null constraint device_exchange__device references device on delete cascade,
  began_at timestamptz not null,
  took_ms integer not null,
  content jsonb not null
);
create index device_exchange__of_device on device_exchange (device_id, id);
create index device_exchange__began on device_exchange (began_at);

-- Lines that were not understood may come from devices of every make.
alter table zkteco_line rename to device_line;
alter index zkteco_line_pkey rename to device_line_pkey;
alter index zkteco_line__of_device rename to device_line__of_device;
alter table device_line rename constraint zkteco_line__device to device_line__device;
create index device_line__received on device_line (received_at);
