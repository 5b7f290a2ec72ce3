-- What heartbeats told, minute by minute: how many came, and of each figure the worst.
create table edge_heartbeats (
  organization_id uuid not null references organizations (id) on delete cascade,
  edge_id uuid not null,
  minute timestamptz(0) not null,
  beats integer not null default 1,
  cpu_share real not null,
  memory_share real not null,
  disk_free_bytes bigint not null,
  load real,
  celsius real,
  outbox_depth integer not null,
  clock_offset_ms double precision not null,
  primary key (organization_id, edge_id, minute)
);
call fence_by_organization('edge_heartbeats');

alter table edges
  add column outbox_depth integer,
  -- First heartbeat of the minute, hour and day (UTC) that the core is in.
  add column minute_since timestamptz(3),
  add column hour_since timestamptz(3),
  add column day_since timestamptz(3),
  -- DHCP settings as the core last confirmed them, for the machine that takes its place.
  add column dhcp jsonb;

alter table claim_codes
  -- The machine that uses it takes the place of the core.
  add column replaces boolean not null default false;
