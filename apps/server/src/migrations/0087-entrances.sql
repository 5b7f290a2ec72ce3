-- Lines at which cores count who goes in and out.
create table entrances (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  camera_id uuid not null,
  line jsonb not null,
  in_side text not null check (in_side in ('left', 'right')),
  classes text[] not null,
  -- `HH:mm` of the site's clocks.
  reset_at text not null,
  -- So many were inside at that instant, as somebody said.
  corrected_at timestamptz(3),
  corrected_inside integer,
  corrected_reason text,
  corrected_by text,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  check (num_nonnulls(corrected_at, corrected_inside, corrected_reason, corrected_by) in (0, 4)),
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade
);
create index on entrances (organization_id, camera_id);
call fence_by_organization('entrances');

-- What cores counted, minute by minute; a minute that its core tells with a higher revision replaces the one that is here. A clock that was put
-- right may have moved `at` off the full minute.
create table entrance_minutes (
  organization_id uuid not null,
  entrance_id uuid not null,
  at timestamptz(3) not null,
  revision integer not null,
  -- Seconds of the minute at which somebody went through.
  ins smallint[] not null,
  outs smallint[] not null,
  watched_s smallint not null check (watched_s between 0 and 60),
  primary key (organization_id, entrance_id, at),
  foreign key (organization_id, entrance_id) references entrances (organization_id, id) on delete cascade
);
-- For throwing away what is old.
create index on entrance_minutes using brin (at);
call fence_by_organization('entrance_minutes');
