-- Events by UTC day of their beginning. Narrow on purpose: everything here is filtered or listed; what only one event's
-- page needs lies in event_details. Codes and bit positions are those of event-codes.ts.
create table events (
  organization_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  started_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  received_at timestamptz(3) not null,
  -- One bit per part and colour, for a quick no; `colours` holds part, colour and share in per cent.
  colour_mask bigint not null,
  revision integer not null,
  dwell_ms integer not null,
  score real not null,
  heading real,
  speed real,
  class smallint not null,
  phase smallint not null,
  severity smallint not null,
  motion_level smallint not null,
  -- Bits of the pictures and vectors that are there.
  thumbnails smallint not null default 0,
  vectors smallint not null default 0,
  is_stationary boolean not null,
  has_face boolean not null,
  colours smallint[] not null,
  zone_ids uuid[] not null,
  plate text collate "C",
  subtype text,
  model_id text not null,
  primary key (organization_id, started_at, id)
) partition by range (started_at);
create index events_by_camera on events (organization_id, camera_id, started_at, id);
create index events_by_id on events (organization_id, id);
create index events_by_plate on events (organization_id, plate, started_at, id) where plate is not null;
-- For parts that many plates have: read newest first without touching the table.
create index events_with_plate on events (organization_id, started_at, id, plate) where plate is not null;
call fence_by_organization('events');

create table event_details (
  organization_id uuid not null,
  started_at timestamptz(3) not null,
  id uuid not null,
  -- 12 bytes a point, little endian: milliseconds since the beginning, then x, y, width, height as shares of 65,535.
  path bytea not null,
  facts jsonb not null,
  primary key (organization_id, started_at, id)
) partition by range (started_at);
alter table event_details alter column path set storage external;
call fence_by_organization('event_details');

create table event_vectors (
  organization_id uuid not null,
  started_at timestamptz(3) not null,
  id uuid not null,
  camera_id uuid not null,
  kind smallint not null,
  class smallint not null,
  model_id text collate "C" not null,
  vector bytea not null,
  -- By kind first: faces are few among many looks.
  primary key (organization_id, kind, started_at, id)
) partition by range (started_at);
create index event_vectors_by_camera on event_vectors (organization_id, camera_id, kind, started_at, id);
alter table event_vectors alter column vector set storage external;
call fence_by_organization('event_vectors');

-- Every plate that was read, and all ends of it with confusable signs folded together (O/0, I/1, B/8, S/5, Z/2): a part
-- of a plate is the beginning of one of its ends, which an ordinary index finds. The row-level fence lets no trigram
-- index be used, because its operators are not leakproof.
create table plates (
  organization_id uuid not null references organizations (id) on delete cascade,
  plate text collate "C" not null,
  seen_on date not null,
  primary key (organization_id, plate)
);
call fence_by_organization('plates');
create table plate_ends (
  organization_id uuid not null references organizations (id) on delete cascade,
  ending text collate "C" not null,
  plate text collate "C" not null,
  primary key (organization_id, ending, plate)
);
call fence_by_organization('plate_ends');

-- Makes the partitions of a day; false outside the days that events may be of. The application may not make tables
-- itself, and whatever a core says, it can never have more than these days made. Attached afterwards, because making
-- a partition in place would lock out everybody who reads or writes events.
create function make_event_day(day date) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  parent text;
  part text;
begin
  if day is null or day < today - 400 or day > today + 2 then
    return false;
  end if;
  perform pg_advisory_xact_lock(7201734);
  foreach parent in array array['events', 'event_details', 'event_vectors'] loop
    part := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
    if to_regclass(part) is null then
      execute format('create table %I (like %I including all) with (fillfactor = %s)', part, parent, case parent when 'event_vectors' then 100 else 85 end);
      call fence_by_organization(part::regclass);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
        day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
    end if;
  end loop;
  return true;
end
$$;
revoke execute on function make_event_day(date) from public;
grant execute on function make_event_day(date) to sightline_app;

-- Drops the days that end before this one begins, never the present one; answers them.
create function drop_event_days(before date) returns setof date
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  part record;
begin
  before := least(before, (now() at time zone 'UTC')::date);
  for part in
    select c.relname, right(c.relname, 8) as day, p.relname as parent from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname in ('events', 'event_details', 'event_vectors') and p.relkind = 'p' and c.relkind = 'r'
      and p.relnamespace = 'public'::regnamespace and right(c.relname, 8) < to_char(before, 'YYYYMMDD')
    order by 2, 3
  loop
    execute format('drop table public.%I', part.relname);
    if part.parent = 'events' then
      return next to_date(part.day, 'YYYYMMDD');
    end if;
  end loop;
end
$$;
revoke execute on function drop_event_days(date) from public;
grant execute on function drop_event_days(date) to sightline_app;
