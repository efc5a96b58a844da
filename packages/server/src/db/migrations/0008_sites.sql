-- Where devices stand: sites with their areas, doors between areas, and the readers of each door.

-- A place of its own, with its own clock where it has one.
create table site (
  id uuid primary key default uuidv7(),
  name text not null,
  address text,
  -- IANA; null: that of the enterprise.
  time_zone text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index site__name on site (lower(name));
create index site__created on site (created_at desc, id);

-- A part of a site where people are. Each site has one area without a parent, which is the site as a whole. Outside is no row.
create table area (
  id uuid primary key default uuidv7(),
  site_id uuid not null constraint area__site references site on delete cascade,
  parent_id uuid,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint area__of_site unique (site_id, id),
  constraint area__parent foreign key (site_id, parent_id) references area (site_id, id)
);
create unique index area__top on area (site_id) where parent_id is null;
create unique index area__name on area (site_id, lower(name));
create index area__parent on area (parent_id) where parent_id is not null;

-- A way from one area to another; null is outside.
create table door (
  id uuid primary key default uuidv7(),
  site_id uuid not null constraint door__site references site,
  name text not null,
  kind text not null default 'door' constraint door__kind check (kind in ('door', 'turnstile', 'elevator')),
  from_area_id uuid,
  to_area_id uuid,
  has_contact boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint door__areas check (from_area_id is distinct from to_area_id),
  constraint door__from_area foreign key (site_id, from_area_id) references area (site_id, id),
  constraint door__to_area foreign key (site_id, to_area_id) references area (site_id, id)
);
create index door__name on door (name, id);
create index door__created on door (created_at desc, id);
create index door__site on door (site_id, name, id);
create index door__from_area on door (from_area_id) where from_area_id is not null;
create index door__to_area on door (to_area_id) where to_area_id is not null;

-- Where people are recognised: a device, or one port of a controller that serves several doors.
create table door_reader (
  id uuid primary key default uuidv7(),
  door_id uuid not null constraint door_reader__door references door on delete cascade,
  device_id uuid not null constraint door_reader__device references device on delete cascade,
  port smallint not null default 1 constraint door_reader__port check (port between 1 and 64),
  -- Into the area behind the door, out of it, or both; null: as the device is set.
  direction text constraint door_reader__direction check (direction in ('entry', 'exit', 'both')),
  constraint door_reader__once unique (device_id, port)
);
create index door_reader__door on door_reader (door_id);

-- The clock on the wall beside each device: its own zone, else that of its site, else that of the enterprise.
create view device_zone as
  select d.id as device_id, coalesce(d.time_zone,
    (select s.time_zone from door_reader r join door o on o.id = r.door_id join site s on s.id = o.site_id
      where r.device_id = d.id order by r.port limit 1),
    (select c.time_zone from company c limit 1)) as time_zone
  from device d;
